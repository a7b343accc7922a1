// All paths free what they have.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(8), *q;
    if (!p)
        return 0;
    if (__VERIFIER_nondet_int()) {
        free(p);
        return 1;
    }
    q = malloc(8);
    free(q);
    free(p);
    return 0;
}
