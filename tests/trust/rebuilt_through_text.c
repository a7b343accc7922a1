// ask: --check assert
// answer: fails
// ask: --check assert --engine concrete
// answer: fails or unknown
// ask: --check assert --engine smash
// answer: fails or unknown
// ask: --check assert --engine structural
// answer: fails or unknown
// ask: --check assert --engine exact
// answer: fails or unknown
// ask: --check assert --engine references
// answer: fails or unknown
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int a = 0;
    char text[32];
    snprintf(text, sizeof text, "%lu", (unsigned long)&a);
    int *q = (int *)strtoul(text, 0, 10);
    *q = 1;
    assert(a == 0);
    return 0;
}
