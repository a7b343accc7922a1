// expect: ok
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *s = strdup("one");
    free(s);
    s = strdup("two");
    free(s);
    return 0;
}
