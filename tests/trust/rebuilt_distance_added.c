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
    uintptr_t key = 0x1234567;
    uintptr_t masked = (uintptr_t)&b ^ key;
    uintptr_t n = masked ^ key;
    uintptr_t distance = n - (uintptr_t)&a;
    int *q = (int *)((uintptr_t)&a + distance);
    *q = 1;
    assert(b == 0);
    return 0;
}
