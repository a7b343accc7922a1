#include <stdio.h>
typedef union { int *i; float *f; const void *v; } any __attribute__((__transparent_union__));
static int kind(any a, int which) {
    return which ? (int)*a.f : *a.i;
}

int main(void) {
    int i = 4;
    float f = 2.5f;
    any u = { .i = &i };
    printf("%d %d %d\n", kind(&i, 0), kind(&f, 1), kind(u, 0));
    int (*p)(any, int) = kind;
    printf("%d\n", p(&f, 1));
    return 0;
}
