// expect: bounds line 7
// sanitizer: no
#include <string.h>
int main(void)
{
    char data[16] = "0123456789";
    memcpy(data + 2, data, 8);
    return data[2] - '0';
}
