// expect: ok
#include <stdlib.h>
static int work(void)
{
    char *p = malloc(100);
    p[0] = 1;
    free(p);
    return 0;
}
int main(void)
{
    return work();
}
