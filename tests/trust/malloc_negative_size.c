// ask: --check assert
// answer: fails
// says: assertion `p`
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    void *p = malloc(-4);
    assert(p);
    return 0;
}
