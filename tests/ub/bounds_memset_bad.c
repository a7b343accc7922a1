// expect: bounds line 6
#include <string.h>
int main(void)
{
    int data[4];
    memset(data, 0, sizeof data + 1);
    return data[3];
}
