// The order of two assignments is wrong.
// inputs: 1
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    struct node c = { 0 }, a = { &c }, b = { 0 };
    if (__VERIFIER_nondet_int()) {
        a.next = &b;
        b.next = a.next;
    }
    for (struct node *p = &a; p; p = p->next)
        ;
    return 0;
}
