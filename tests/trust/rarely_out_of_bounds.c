// ask: --check assert
// answer: unknown
// says: rarely_out_of_bounds.c:14:9: bounds
// ask: --check memory
// answer: fails
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = __VERIFIER_nondet_int(), a[4] = {0};
    if (i >= 0 && i != 5 && i < 7)
        a[i] = i;
    assert(i != 5 || a[0] == 0);
    return 0;
}
