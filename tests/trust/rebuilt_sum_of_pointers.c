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
int main(void)
{
    int a = 0, b = 0;
    uintptr_t p = (uintptr_t)&a, q = (uintptr_t)&b;
    uintptr_t s = p + q;
    int *r = (int *)(s - p);
    *r = 1;
    assert(b == 0);
    return 0;
}
