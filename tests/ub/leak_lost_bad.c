// expect: leak line 5
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    p = 0;
    free(p);
    return 0;
}
