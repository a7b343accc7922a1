// expect: null-dereference line 6
#include <stdlib.h>
int main(void)
{
    char *p = malloc(-1ul);
    p[0] = 1;
    free(p);
    return 0;
}
