// expect: bounds line 7
#include <stdlib.h>
int main(void)
{
    char *p = calloc(8, 1);
    int i = -1;
    p[i] = 1;
    free(p);
    return 0;
}
