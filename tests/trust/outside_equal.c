// ask: --entry f --check assert
// answer: fails
// ask: --entry apart --check assert
// answer: proved (assuming no invalid pointer use, pointers from outside are apart)
#include <assert.h>
#include <stdlib.h>

/* Two pointers from outside may be equal. */
void f(int *a, int *b)
{
    if (a && b) {
        *a = 1;
        *b = 2;
        assert(*a == 1);
    }
}

/* No pointer from outside points to what is private. */
void apart(int *a, int *b)
{
    int local = 1, *private = &local, *fresh = malloc(sizeof *fresh);
    if (a && b && fresh) {
        *fresh = 1;
        *a = 2;
        *b = 3;
        assert(*private == 1 && *fresh == 1);
        assert(a != private && b != fresh);
    }
}
