// expect: double-free line 9
#include <stdlib.h>
struct owner { char *text; };
int main(void)
{
    struct owner a = { malloc(4) };
    struct owner b = a;
    free(a.text);
    free(b.text);
    return 0;
}
