// expect: ok
#include <assert.h>
int main(void)
{
    int x = 4;
    assert(x == 4);
    return 0;
}
