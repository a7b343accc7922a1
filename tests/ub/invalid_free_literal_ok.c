// expect: ok
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *s = strdup("text");
    free(s);
    return 0;
}
