#include <stdio.h>
union slot { union slot *next; struct { int a; char t[12]; } obj; };
static union slot pool[8], *head;
static void *get(void) {
    union slot *s = head;
    if (s) head = s->next;
    return s ? &s->obj : 0;
}

static void put(void *p) {
    union slot *s = p;
    s->next = head;
    head = s;
}

int main(void) {
    int i, n = 0;
    for (i = 7; i >= 0; i--) put(&pool[i]);
    void *v[8];
    for (i = 0; i < 8; i++) v[i] = get();
    printf("%d\n", get() == 0);
    put(v[3]);
    put(v[5]);
    printf("%td", (union slot *)get() - pool);
    printf(" %td\n", (union slot *)get() - pool);
    for (i = 0; i < 8; i++) {
        struct { int a; char t[12]; } *o = v[i];
        o->a = i;
        sprintf(o->t, "n%d", i);
    }
    for (i = 0; i < 8; i++) {
        n += pool[i].obj.a;
        printf("%s ", pool[i].obj.t);
    }
    printf("%d\n", n);
    return 0;
}
