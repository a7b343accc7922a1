// expect: ok
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    int result;
    *p = 4;
    result = *p;
    free(p);
    return result - 4;
}
