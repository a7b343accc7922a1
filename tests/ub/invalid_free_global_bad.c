// expect: invalid-free line 7
#include <stdlib.h>
static char buffer[20];
int main(void)
{
    char *p = buffer;
    free(p);
    return 0;
}
