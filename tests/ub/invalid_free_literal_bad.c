// expect: invalid-free line 7
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *s = "text";
    free(s);
    return 0;
}
