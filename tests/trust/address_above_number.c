// ask: --check assert
// answer: unknown
// says: an address compared with a number
// ask: --check assert --engine references
// answer: unknown
// Where objects lie is not known: neither is whether an address is above a number.
#include <assert.h>
#include <stdlib.h>

static int is_error(const void *p)
{
    return (unsigned long)p > 4294967295UL;
}

int main(void)
{
    int *p = malloc(sizeof *p);
    if (is_error(p))
        return 0;
    assert(0);
}
