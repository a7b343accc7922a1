// expect: bounds line 8
#include <stdlib.h>
struct text { int length; char data[]; };
int main(void)
{
    struct text *t = malloc(sizeof *t + 4);
    t->length = 4;
    t->data[4] = 0;
    free(t);
    return 0;
}
