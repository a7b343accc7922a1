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
#include <stdint.h>
#include <assert.h>
int main(void)
{
    int a = 0, b = 0;
    uintptr_t n = (uintptr_t)&a >> 2;
    int *q = (int *)(n << 2);
    *q = 1;
    assert(a + b == 0);
    return 0;
}
