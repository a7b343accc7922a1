// expect: ok
#include <stdlib.h>
int main(void)
{
    char *p = calloc(8, 1);
    int i = 0;
    p[i] = 1;
    free(p);
    return 0;
}
