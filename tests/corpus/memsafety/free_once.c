// Ownership is passed on or kept, never both.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int check(int *p, int v)
{
    if (v < 0) {
        free(p);
        return -1;
    }
    *p = v;
    return 0;
}

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    if (check(p, __VERIFIER_nondet_int()) == 0)
        free(p);
    return 0;
}
