// expect: use-after-free line 8
#include <stdlib.h>
int main(void) {
    double _Complex *z = malloc(sizeof *z), sum;
    if (!z) return 1;
    *z = 3;
    free(z);
    sum = *z * 2;
    return __real__ sum == 0;
}
