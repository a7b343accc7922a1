#include <stdio.h>
static int f(int a, int b) {
    return a - b;
}

int main(void) {
    int a = 3, b = 5, c = 7, d = -2;
    printf("%d\n", a + b * c - d / 2 % 3 << 1 ^ b & c | a && d || !c);
    printf("%d\n", ((((((((((a))))) + (b)))))) * (((c))));
    printf("%d\n", a + + + b - - - c + ~ ~ d - !! a);
    printf("%d\n", f(f(f(a, b), f(c, d)), f(f(b, c), f(d, a))));
    printf("%d\n", a > b ? c > d ? 1 : 2 : b > c ? 3 : d ? 4 : 5);
    printf("%d\n", (a, b, c, d) + (a ? b : c) * (d < 0));
    int x = a++ + ++b;
    printf("%d %d %d\n", x, a, b);
    x = -a - -b + -+-c;
    printf("%d\n", x);
    printf("%d\n", 1 + 2 * 3 - 4 / 2 % 3 + (5 << 2 >> 1) - (7 & 3 | 8 ^ 2));
    printf("%g\n", 1 / 2 + 1 / 2.0 + 7 / 2 * 2.5f);
    printf("%d\n", sizeof a * b + sizeof(int) - 1 > 10);
    printf("%d\n", (char)(a * 100) + (unsigned char)(b * 100));
    return x & 63;
}
