// A list of nondeterministic length, freed at the end; its length is what was counted.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct node { int v; struct node *next; };
int main(void)
{
    struct node *head = 0, *p;
    int n = 0, len = 0;
    while (n < 4 && __VERIFIER_nondet_int()) {
        p = malloc(sizeof *p);
        if (!p)
            break;
        p->v = n++;
        p->next = head;
        head = p;
    }
    while (head) {
        p = head;
        head = p->next;
        assert(p->v == n - 1 - len);
        len++;
        free(p);
    }
    assert(len == n);
    return 0;
}
