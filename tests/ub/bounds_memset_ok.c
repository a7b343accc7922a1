// expect: ok
#include <string.h>
int main(void)
{
    int data[4];
    memset(data, 0, sizeof data);
    return data[3];
}
