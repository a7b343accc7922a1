// expect: assertion line 7
#include <assert.h>
int main(void)
{
    int i, square = 0;
    for (i = 0; i < 10; i++) {
        assert(square == i * i && i < 7);
        square += 2 * i + 1;
    }
    return 0;
}
