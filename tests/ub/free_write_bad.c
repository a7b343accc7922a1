// expect: use-after-free line 8
#include <stdlib.h>
int main(void)
{
    char *p = malloc(10);
    char *q = p + 5;
    free(p);
    *q = 1;
    return 0;
}
