// ask: --check assert
// answer: proved
#include <assert.h>
#include <fenv.h>

int main(void)
{
    assert(fesetround(FE_TONEAREST) == 0 && fegetround() == FE_TONEAREST);
    return 0;
}
