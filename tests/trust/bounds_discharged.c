// ask: --check assert
// answer: proved
// ask: --check assert --strict
// answer: proved
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint() % 4;
    unsigned a[4] = {0, 1, 2, 3};
    assert(a[i] == i);
    return 0;
}
