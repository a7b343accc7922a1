// expect: ok
#include <stdlib.h>
struct owner { char *text; };
int main(void)
{
    struct owner a = { malloc(4) };
    struct owner b = { malloc(4) };
    free(a.text);
    free(b.text);
    return 0;
}
