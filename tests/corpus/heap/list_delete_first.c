// Deleting a value does not handle the first node.
// inputs: 1
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct node { int v; struct node *next; };
static struct node *cons(int v, struct node *next)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(0);
    n->v = v;
    n->next = next;
    return n;
}

static struct node *erase(struct node *list, int v)
{
    struct node *p;
    for (p = list; p->next; p = p->next)
        if (p->next->v == v) {
            p->next = p->next->next;
            break;
        }
    return list;
}

int main(void)
{
    struct node *list = cons(1, cons(2, cons(3, 0))), *p;
    int v = __VERIFIER_nondet_int();
    list = erase(list, v);
    for (p = list; p; p = p->next)
        assert(p->v != v);
    return 0;
}
