// expect: leak line 5
#include <stdlib.h>
static int work(void)
{
    char *p = malloc(100);
    p[0] = 1;
    if (p[0] == 1)
        return 0;
    free(p);
    return 0;
}
int main(void)
{
    return work();
}
