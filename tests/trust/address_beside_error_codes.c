// ask: --check assert
// answer: fails
// The last addresses of all are no objects', and null is below everything.
#include <assert.h>
#include <stdlib.h>

static int is_error(const void *p)
{
    return (unsigned long)p >= (unsigned long)-4095;
}

int main(void)
{
    int *p = malloc(sizeof *p);
    if (is_error(p) || (unsigned long)p < 4096)
        return 0;
    assert(0);
}
