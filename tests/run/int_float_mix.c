#include <stdio.h>
int main(void) {
    int i = 7;
    float f = 2.5f;
    double d = 0.125;
    long l = 1L << 60;
    unsigned u = 4000000000u;
    printf("%g %g %g %g\n", i * f, i / f, i + d, l * d);
    printf("%.1f %.1f\n", (double)u, (float)l);
    i += f;
    f += i;
    d *= i;
    printf("%d %g %g\n", i, f, d);
    i = -7.9;
    u = 3.99;
    printf("%d %u\n", i, u);
    printf("%d %d\n", (int)(f * 10) % 7, (int)-0.5);
    char c = 'A' + 1.9;
    printf("%c\n", c);
    short s = 1000;
    s *= 1.5;
    printf("%d\n", s);
    l = 9007199254740993;
    printf("%ld %d\n", (long)(double)l, (float)16777217 == 16777217);
    printf("%d\n", (double)16777217 == 16777217);
    unsigned long ul = 1UL << 63;
    ul /= 2.0;
    printf("%lu\n", ul);
    printf("%g\n", (double)(1ULL << 63) * 2 + 1);
    for (f = 0; f < 1; f += 0.3f) printf("%.2f ", f);
    puts("");
    double arr[] = { 1, 2u, 3L, 'c', 5.5f };
    for (i = 0; i < 5; i++) printf("%g ", arr[i]);
    puts("");
    switch ((int)2.9) {
        case 2: puts("two");
    }
    int idx[3] = { 10, 20, 30 };
    printf("%d\n", idx[(int)1.99]);
    _Bool b = 0.5;
    printf("%d\n", b);
    return (int)2.9f;
}
