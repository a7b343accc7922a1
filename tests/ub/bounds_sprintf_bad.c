// expect: bounds line 6
#include <stdio.h>
int main(void)
{
    char text[6];
    sprintf(text, "%d", 123456);
    return text[0] - '1';
}
