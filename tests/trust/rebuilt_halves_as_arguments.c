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
static void set(uint32_t hi, uint32_t lo)
{
    int *q = (int *)(uintptr_t)((uint64_t)hi << 32 | lo);
    *q = 1;
}
int main(void)
{
    int a = 0;
    uint64_t n = (uintptr_t)&a;
    set((uint32_t)(n >> 32), (uint32_t)n);
    assert(a == 0);
    return 0;
}
