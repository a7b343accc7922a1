// expect: ok
#include <stdlib.h>
int main(void)
{
    int local = 1;
    int *p = malloc(sizeof *p);
    free(p);
    return 0;
}
