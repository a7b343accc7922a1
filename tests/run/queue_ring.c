#include <stdio.h>
#include <string.h>
#define CAP 8
struct ring { unsigned head, tail; struct msg { char id; short body[2]; } slots[CAP]; };
static int put(struct ring *r, struct msg m) {
    if (r->head - r->tail == CAP) return 0;
    r->slots[r->head++ & (CAP - 1)] = m;
    return 1;
}

static int get(struct ring *r, struct msg *m) {
    if (r->head == r->tail) return 0;
    *m = r->slots[r->tail++ % CAP];
    return 1;
}

int main(void) {
    struct ring r;
    memset(&r, 0, sizeof r);
    r.head = r.tail = -3u;
    int i, ok = 0;
    struct msg m;
    for (i = 0; i < 12; i++) ok += put(&r, (struct msg){ 'a' + i, { i, -i } });
    printf("%d\n", ok);
    while (get(&r, &m)) printf("%c%d%d ", m.id, m.body[0], m.body[1]);
    puts("");
    for (i = 0; i < 20; i++) {
        put(&r, (struct msg){ 'A' + i });
        if (i % 3) get(&r, &m), putchar(m.id);
    }
    printf(" %u\n", r.head - r.tail);
    return 0;
}
