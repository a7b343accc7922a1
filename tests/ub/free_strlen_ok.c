// expect: ok
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *s = strdup("text");
    int n;
    n = strlen(s);
    free(s);
    return n - 4;
}
