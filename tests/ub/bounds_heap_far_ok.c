// expect: ok
#include <stdlib.h>
int main(void)
{
    int *p = malloc(10 * sizeof(int));
    int i = 4;
    p[i] = 1;
    free(p);
    return 0;
}
