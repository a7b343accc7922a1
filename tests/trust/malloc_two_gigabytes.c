// ask: --check assert
// answer: unknown
// says: an object of 1073741824 bytes or more
// ask: --check assert --malloc may-fail
// answer: unknown
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2147483648ul);
    assert(p == 0);
    return 0;
}
