// expect: ok
#include <string.h>
int main(void)
{
    char small[4];
    strcpy(small, "abc");
    return small[0] - 'a';
}
