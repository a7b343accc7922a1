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
    _Alignas(16) char a[32] = {0};
    char *p = a + 3;
    char *q = (char *)(((uintptr_t)p + 15) / 16 * 16);
    *q = 1;
    assert(a[16] == 0);
    return 0;
}
