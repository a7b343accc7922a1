// ask: --check assert
// answer: unknown
// says: string_beyond_array.c:14:5: bounds
// says: what follows is dead code
// ask: --check assert,memory
// answer: fails
// Behind undefined behaviour nothing is proved.
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[4] = "abc";
    strcat(text, "defg");
    assert(strlen(text) == 3);
    return 0;
}
