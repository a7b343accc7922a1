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
union both { int *pointer; uint32_t words[2]; };
int main(void)
{
    int a = 0;
    union both from, to;
    to.words[1] = 0;
    from.words[1] = 0;
    from.pointer = &a;
    to.words[0] = from.words[0];
    to.words[1] = from.words[1];
    *to.pointer = 1;
    assert(a == 0);
    return 0;
}
