// expect: ok
#include <stdlib.h>
int main(void) {
    double _Complex *z = malloc(sizeof *z), sum;
    if (!z) return 1;
    *z = 3;
    sum = *z * 2;
    free(z);
    return __real__ sum == 0;
}
