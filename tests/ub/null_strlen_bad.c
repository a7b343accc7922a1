// expect: null-dereference line 6
#include <string.h>
int main(void)
{
    const char *s = 0;
    return strlen(s) - 3;
}
