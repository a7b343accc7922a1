// expect: bounds line 6
#include <string.h>
int main(void)
{
    char text[4] = "abcd";
    return strlen(text) - 3;
}
