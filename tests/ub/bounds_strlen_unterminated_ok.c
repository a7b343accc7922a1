// expect: ok
#include <string.h>
int main(void)
{
    char text[4] = "abc";
    return strlen(text) - 3;
}
