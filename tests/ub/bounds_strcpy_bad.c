// expect: bounds line 6
#include <string.h>
int main(void)
{
    char small[4];
    strcpy(small, "abcd");
    return small[0] - 'a';
}
