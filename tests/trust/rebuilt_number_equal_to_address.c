// ask: --check assert
// answer: fails
// ask: --check assert --engine concrete
// answer: fails or unknown
// ask: --check assert --engine smash
// answer: fails or unknown
// ask: --check assert --engine structural
// answer: fails or unknown
// ask: --check assert --engine exact
// answer: fails or unknown
// ask: --check assert --engine references
// answer: fails or unknown
#include <assert.h>
extern long __VERIFIER_nondet_long(void);
int main(void)
{
    int a = 0, b = 0;
    long n = __VERIFIER_nondet_long();
    int *q = &b;
    if (n == (long)&a)
        q = (int *)n;
    *q = 1;
    assert(a == 0);
    return 0;
}
