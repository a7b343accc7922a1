// expect: double-free line 7
#include <stdlib.h>
int main(void)
{
    char *p = malloc(3);
    free(p);
    free(p);
    return 0;
}
