// realloc keeps the old contents.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int v = __VERIFIER_nondet_int();
    int *p = malloc(2 * sizeof *p), *q;
    if (!p)
        return 0;
    p[0] = v;
    p[1] = 2;
    q = realloc(p, 6 * sizeof *q);
    if (!q) {
        free(p);
        return 0;
    }
    q[5] = 1;
    assert(q[0] == v && q[1] == 2);
    free(q);
    return 0;
}
