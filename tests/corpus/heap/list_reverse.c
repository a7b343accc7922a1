// Reversing a list of three.
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

int main(void)
{
    int x = __VERIFIER_nondet_int();
    struct node *list = cons(1, cons(x, cons(3, 0))), *out = 0;
    while (list) {
        struct node *next = list->next;
        list->next = out;
        out = list;
        list = next;
    }
    assert(out->v == 3 && out->next->v == x && out->next->next->v == 1);
    assert(out->next->next->next == 0);
    return 0;
}
