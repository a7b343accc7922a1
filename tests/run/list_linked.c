#include <stdio.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
static struct node *push(struct node *l, int v) {
    struct node *n = malloc(sizeof *n);
    n->v = v;
    n->next = l;
    return n;
}

static struct node *rev(struct node *l) {
    struct node *r = 0, *t;
    while (l) {
        t = l->next;
        l->next = r;
        r = l;
        l = t;
    }
    return r;
}

static struct node *merge(struct node *a, struct node *b) {
    struct node d, *t = &d;
    while (a && b) {
        if (a->v <= b->v) {
            t->next = a;
            a = a->next;
        } else {
            t->next = b;
            b = b->next;
        }
        t = t->next;
    }
    t->next = a ? a : b;
    return d.next;
}

static struct node *sort(struct node *l) {
    if (!l || !l->next) return l;
    struct node *s = l, *f = l->next;
    while (f && f->next) {
        s = s->next;
        f = f->next->next;
    }
    f = s->next;
    s->next = 0;
    return merge(sort(l), sort(f));
}

static void del(struct node **p, int v) {
    while (*p) if ((*p)->v == v) {
        struct node *t = *p;
        *p = t->next;
        free(t);
    } else p = &(*p)->next;
}

static void show(struct node *l) {
    for (; l; l = l->next) printf("%d ", l->v);
    puts("");
}

int main(void) {
    struct node *l = 0;
    int i;
    for (i = 0; i < 20; i++) l = push(l, i * 37 % 11);
    show(l);
    l = rev(l);
    show(l);
    l = sort(l);
    show(l);
    del(&l, 3);
    del(&l, 0);
    show(l);
    while (l) {
        struct node *n = l->next;
        free(l);
        l = n;
    }
    return 0;
}
