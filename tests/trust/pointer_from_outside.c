// ask: --check assert
// answer: proved (assuming no invalid pointer use, pointers from outside are apart)
// says: assumes no invalid pointer use (verify with --check memory)
// ask: --check assert --strict
// answer: unknown
// says: proved, but for: assumes no invalid pointer use
#include <assert.h>

int *get(void);

int main(void)
{
    int *p = get();
    *p = 1;
    assert(*p == 1);
    return 0;
}
