// expect: bounds line 7
#include <stdlib.h>
int main(void)
{
    int *p = malloc(10 * sizeof(int));
    int i = 14;
    p[i] = 1;
    free(p);
    return 0;
}
