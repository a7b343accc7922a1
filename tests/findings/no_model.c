// ask: --check assert
#include <pty.h>
#include <assert.h>

int main(void)
{
    int a, b;
    openpty(&a, &b, 0, 0, 0);
    assert(a != b);
    return 0;
}
