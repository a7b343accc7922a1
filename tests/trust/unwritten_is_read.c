// ask: --check assert --engine concrete
// answer: unknown
// ask: --check assert
// answer: fails
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    p[0] = 1;
    assert(p[1] == 0);
    free(p);
    return 0;
}
