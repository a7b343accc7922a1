// ask: --check assert --engine references
// answer: fails
// A way that is cut off for y == 0 in the first call must not be forgotten in the second one, where y == 1.
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int condition);
static int x, y, z;

static void choose(void)
{
    if (__VERIFIER_nondet_bool()) {
        __VERIFIER_assume(x == 0);
        z = 1;
    } else {
        __VERIFIER_assume(y == 1);
        assert(0);
    }
}

int main(void)
{
    choose();
    y = 1;
    choose();
    return 0;
}
