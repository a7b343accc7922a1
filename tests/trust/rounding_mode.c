// ask: --check assert
// answer: unknown
// says: not supported: fesetround: rounding other than to nearest
#include <assert.h>
#include <fenv.h>

int main(void)
{
    volatile double one = 1.0, three = 3.0;
    double near = one / three;
    fesetround(FE_UPWARD);
    assert(one / three == near);
    return 0;
}
