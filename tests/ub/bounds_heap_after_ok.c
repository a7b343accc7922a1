// expect: ok
#include <stdlib.h>
int main(void)
{
    int *p = malloc(4 * sizeof *p);
    int i;
    for (i = 0; i < 4; i++)
        p[i] = i;
    free(p);
    return 0;
}
