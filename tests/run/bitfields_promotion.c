#include <stdio.h>
struct s { unsigned a : 31; unsigned b : 32; unsigned long c : 20; long d : 50; unsigned char e : 8; enum { A, B, C } f : 2; };
#define T(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", default: "other")
int main(void)
{
    struct s s = { 1, 1, 1, 1, 1, C };
    printf("%d %d %d\n", s.a - 2 < 0, s.b - 2 < 0, s.e - 2 < 0);
    printf("%s %s %s\n", T(s.a + 0), T(s.b + 0), T(s.e + 0));
    printf("%d %d\n", s.c - 2 < 0, s.d - 2 < 0);
    printf("%d %d\n", s.f, s.f == C);
    printf("%d\n", (s.c << 19) > 0);
    s.a = 0x7FFFFFFF; s.a++; printf("%u\n", s.a);
    s.d = -(1L << 49); printf("%ld\n", (long)s.d);
    return 0;
}
