// expect: ok
#include <stdlib.h>
static void release(int *p, int really) { if (really) free(p); }
int main(void)
{
    int *p = malloc(sizeof *p);
    release(p, 0);
    *p = 3;
    release(p, 1);
    return 0;
}
