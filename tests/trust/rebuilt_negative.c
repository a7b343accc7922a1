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
    uintptr_t n = -(uintptr_t)&a;
    int *q = (int *)-n;
    *q = 1;
    assert(a == 0);
    return 0;
}
