// expect: ok
#include <stdio.h>
int main(void)
{
    char text[6];
    sprintf(text, "%d", 12345);
    return text[0] - '1';
}
