// ask: --entry f --check assert
// answer: fails
// ask: --entry same --check assert
// answer: proved (assuming no invalid pointer use, pointers from outside are apart)
#include <assert.h>

/* Two pointers from outside may point into one array. */
void f(int *a, int *b)
{
    if (a && b) {
        a[1] = 1;
        b[0] = 2;
        assert(a[1] == 1);
    }
}

void same(int *a)
{
    if (a) {
        a[1] = 1;
        a[0] = 2;
        assert(a[1] == 1);
    }
}
