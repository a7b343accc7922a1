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
    int a = 0;
    uintptr_t n = (uintptr_t)&a, m = 0;
    for (unsigned i = 0; i < 8 * sizeof n; i++)
        if (n >> i & 1)
            m |= (uintptr_t)1 << i;
    *(int *)m = 1;
    assert(a == 0);
    return 0;
}
