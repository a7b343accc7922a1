// ask: --check assert,memory
// answer: proved
// ask: --check assert,memory --malloc may-fail
// answer: fails
// says: null pointer
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 100000 + 1;
    char *p = malloc(n);
    p[n - 1] = 1;
    free(p);
    return 0;
}
