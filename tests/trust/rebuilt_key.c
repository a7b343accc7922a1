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
#include <stdint.h>
extern uintptr_t __VERIFIER_nondet_ulong(void);
int main(void)
{
    int a = 0;
    uintptr_t key = __VERIFIER_nondet_ulong();
    uintptr_t n = (uintptr_t)&a ^ key;
    int *q = (int *)(n ^ key);
    *q = 1;
    assert(a == 0);
    return 0;
}
