// expect: leak line 6
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *s = strdup("one");
    s = strdup("two");
    free(s);
    return 0;
}
