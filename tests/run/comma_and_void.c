#include <stdio.h>
static int side;
static int s(int v) {
    side += v;
    return v;
}

static void nop(void) {
}

int main(void) {
    int a = (s(1), s(2), 3), b;
    b = (a++, a * 2);
    printf("%d %d %d\n", a, b, side);
    int c = a, d = (b, c);
    printf("%d %d\n", c, d);
    for (a = 0, b = 10; a != b; a++, b--) ;
    printf("%d\n", a);
    (void)s(5);
    (void)0;
    nop(), nop();
    printf("%d\n", side);
    int arr[(1, 3)];
    printf("%zu\n", sizeof arr);
    if (nop(), a > 2) puts("yes");
    return (nop(), s(0)), (void)1, 4;
}
