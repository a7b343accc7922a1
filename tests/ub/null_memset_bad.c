// expect: null-dereference line 6
#include <string.h>
int main(void)
{
    char buffer[8];
    memset((char *)0, 0, sizeof buffer);
    return 0;
}
