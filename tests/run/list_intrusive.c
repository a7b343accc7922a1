#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
struct list_head { struct list_head *next, *prev; };
#define container_of(ptr, type, member) ({ const typeof(((type *)0)->member) *__mptr = (ptr); (type *)((char *)__mptr - offsetof(type, member)); })
#define list_for_each_entry(pos, head, member) for (pos = container_of((head)->next, typeof(*pos), member); &pos->member != (head); pos = container_of(pos->member.next, typeof(*pos), member))
static inline void add_tail(struct list_head *n, struct list_head *h) {
    n->prev = h->prev;
    n->next = h;
    h->prev->next = n;
    h->prev = n;
}

static inline void del(struct list_head *n) {
    n->prev->next = n->next;
    n->next->prev = n->prev;
}

struct item { char pad; int v; struct list_head link; long w; };
int main(void) {
    struct list_head head = { &head, &head }, *p, *t;
    struct item *i;
    int k;
    for (k = 0; k < 6; k++) {
        i = malloc(sizeof *i);
        i->v = k * k;
        i->w = -k;
        add_tail(&i->link, &head);
    }
    list_for_each_entry(i, &head, link) printf("%d/%ld ", i->v, i->w);
    puts("");
    for (p = head.next; p != &head; p = t) {
        t = p->next;
        i = container_of(p, struct item, link);
        if (i->v % 2) {
            del(p);
            free(i);
        }
    }
    list_for_each_entry(i, &head, link) printf("%d ", i->v);
    puts("");
    while (head.next != &head) {
        p = head.next;
        del(p);
        free(container_of(p, struct item, link));
    }
    return 0;
}
