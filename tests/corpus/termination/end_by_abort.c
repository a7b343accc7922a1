// A loop without a test ends at `abort`.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int();
    for (;;) {
        x >>= 1;
        if (x == 0)
            abort();
    }
    return 0;
}
