// expect: ok
#include <stdlib.h>
int main(void)
{
    int *p = malloc(4);
    int *q;
    *p = 1;
    q = realloc(p, 4000);
    *q = 2;
    free(q);
    return 0;
}
