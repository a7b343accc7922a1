// expect: ok
#include <stdlib.h>
int main(void)
{
    char *p = malloc(10);
    char *q = p + 5;
    *q = 1;
    free(p);
    return 0;
}
