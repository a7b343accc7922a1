// expect: invalid-free line 7
#include <stdlib.h>
int main(void)
{
    char local[4];
    char *p = local;
    p = realloc(p, 8);
    free(p);
    return 0;
}
