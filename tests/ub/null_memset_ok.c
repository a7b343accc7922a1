// expect: ok
#include <string.h>
int main(void)
{
    char buffer[8];
    memset(buffer, 0, sizeof buffer);
    return 0;
}
