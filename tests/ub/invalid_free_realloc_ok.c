// expect: ok
#include <stdlib.h>
int main(void)
{
    char local[4];
    char *p = malloc(4);
    p = realloc(p, 8);
    free(p);
    return 0;
}
