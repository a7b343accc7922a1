// ask: --check assert
#include <assert.h>
#define CHECKED(x) assert((x) != 3)

int main(void)
{
    int x = 3;
    int y = 4; CHECKED(x); return y;
}
