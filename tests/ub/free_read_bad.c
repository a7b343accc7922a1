// expect: use-after-free line 9
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    int result;
    *p = 4;
    free(p);
    result = *p;
    return result - 4;
}
