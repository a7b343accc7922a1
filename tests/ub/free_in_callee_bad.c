// expect: use-after-free line 8
#include <stdlib.h>
static void release(int *p, int really) { if (really) free(p); }
int main(void)
{
    int *p = malloc(sizeof *p);
    release(p, 1);
    *p = 3;
    release(p, 0);
    return 0;
}
