// expect: assertion line 6
#include <assert.h>
int main(void)
{
    int x = 3;
    assert(x == 4);
    return 0;
}
