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
    char digits[20];
    uintptr_t n = (uintptr_t)&a, m = 0;
    for (int i = 0; i < 20; i++, n /= 10)
        digits[i] = n % 10;
    for (int i = 19; i >= 0; i--)
        m = m * 10 + digits[i];
    *(int *)m = 1;
    assert(a == 0);
    return 0;
}
