// ask: --check assert,memory
// answer: unknown
// says: an object of 1073741824 bytes or more
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(1ul << 30);
    p[0] = 1;
    assert(p[0] == 1);
    return 0;
}
