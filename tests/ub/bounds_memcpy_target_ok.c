// expect: ok
#include <string.h>
int main(void)
{
    char from[16] = "0123456789";
    char to[8];
    memcpy(to, from, 8);
    return to[0] - '0';
}
