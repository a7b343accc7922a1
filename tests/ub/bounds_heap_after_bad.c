// expect: bounds line 8
#include <stdlib.h>
int main(void)
{
    int *p = malloc(4 * sizeof *p);
    int i;
    for (i = 0; i < 5; i++)
        p[i] = i;
    free(p);
    return 0;
}
