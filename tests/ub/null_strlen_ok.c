// expect: ok
#include <string.h>
int main(void)
{
    const char *s = "abc";
    return strlen(s) - 3;
}
