// expect: bounds line 6
#include <stdlib.h>
int main(void)
{
    char *p = malloc(6);
    *(long long *)p = 1;
    free(p);
    return 0;
}
