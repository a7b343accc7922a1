// expect: use-after-free line 9
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *s = strdup("text");
    int n;
    free(s);
    n = strlen(s);
    return n - 4;
}
