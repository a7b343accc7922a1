// The pointer has been moved before it is freed.
// inputs: 1
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *p = malloc(4);
    if (!p)
        return 0;
    p[0] = 'a';
    if (__VERIFIER_nondet_int())
        p++;
    free(p);
    return 0;
}
