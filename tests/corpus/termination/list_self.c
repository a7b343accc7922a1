// The last element may point to itself.
// inputs: 1
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    struct node last, first = { &last };
    last.next = __VERIFIER_nondet_int() ? &last : 0;
    for (struct node *p = &first; p; p = p->next)
        ;
    return 0;
}
