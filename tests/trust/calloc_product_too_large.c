// ask: --check assert
// answer: proved
// A product of sizes that does not fit always fails, as the standard demands.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(calloc((size_t)-1, 2) == 0);
    return 0;
}
