// ask: --entry f --check bounds
// answer: fails
// ask: --entry g --check memory
// answer: proved (assuming pointers from outside are apart)
#include <stddef.h>

/* What a pointer from outside points to may be as small as its type allows. */
int f(int *p)
{
    return p ? p[1] : 0;
}

struct s { int a[4]; };

int g(struct s *p)
{
    int sum = 0;
    for (int i = 0; p && i < 4; i++)
        sum |= p->a[i];
    return sum;
}
