// The error path frees what the normal path frees again.
// inputs: -1
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
    check(p, __VERIFIER_nondet_int());
    free(p);
    return 0;
}
