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
/* Nothing of the address flows into the number but by comparing. */
int main(void)
{
    int a = 0, b = 0;
    uintptr_t m = 0;
    while (m != (uintptr_t)&a && m < ((uintptr_t)9999 << (sizeof m * 4)))
        m += (uintptr_t)1 << (sizeof m * 4);
    int *q = m == (uintptr_t)&a ? (int *)m : &b;
    *q = 1;
    assert(a == 0);
    return 0;
}
