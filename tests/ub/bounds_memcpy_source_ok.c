// expect: ok
#include <string.h>
int main(void)
{
    char from[4] = { 1, 2, 3, 4 };
    char to[8] = { 0 };
    memcpy(to, from, 4);
    return to[0] - 1;
}
