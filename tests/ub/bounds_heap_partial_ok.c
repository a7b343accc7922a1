// expect: ok
#include <stdlib.h>
int main(void)
{
    char *p = malloc(8);
    *(long long *)p = 1;
    free(p);
    return 0;
}
