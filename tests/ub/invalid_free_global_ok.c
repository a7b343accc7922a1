// expect: ok
#include <stdlib.h>
static char buffer[20];
int main(void)
{
    char *p = malloc(20);
    free(p);
    return 0;
}
