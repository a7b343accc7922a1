// One element is put in, and the list still ends.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    struct node c = { 0 }, a = { &c }, b;
    if (__VERIFIER_nondet_int()) {
        b.next = a.next;
        a.next = &b;
    }
    for (struct node *p = &a; p; p = p->next)
        ;
    return 0;
}
