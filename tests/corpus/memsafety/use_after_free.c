// On one path the buffer is freed before its last use.
// inputs: 3
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p);
    int mode = __VERIFIER_nondet_int();
    if (!p)
        return 0;
    *p = mode;
    if (mode == 3)
        free(p);
    mode = *p;
    if (mode != 3)
        free(p);
    return 0;
}
