// calloc gives zeros.
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i;
    int *p;
    __VERIFIER_assume(n > 0 && n <= 8);
    p = calloc(n, sizeof *p);
    if (!p)
        return 0;
    i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < n);
    assert(p[i] == 0);
    free(p);
    return 0;
}
