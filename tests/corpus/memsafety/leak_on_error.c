// The second allocation's failure path forgets the first one's memory.
// inputs: 1
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(8), *q;
    if (!p)
        return 0;
    if (__VERIFIER_nondet_int()) {
        p = 0;
        return 1;
    }
    q = malloc(8);
    free(q);
    free(p);
    return 0;
}
