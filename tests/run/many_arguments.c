#include <stdio.h>
struct big { int v[10]; };
static long sum20(int a, char b, short c, long d, float e, double f, unsigned g, long long h, int i, int j,
    struct big k, int l, int m, int n, int o, int p, int q, double r, float s, int t) {
    return a + b + c + d + (long)e + (long)f + g + h + i + j + k.v[9] + l + m + n + o + p + q + (long)r + (long)s + t;
}

static double dbls(double a, double b, double c, double d, double e, double f, double g, double h, double i,
    double j) {
    return a - b + c - d + e - f + g - h + i - j;
}

int main(void) {
    struct big k = { { [9] = 1000 } };
    printf("%ld\n", sum20(1, 2, 3, 4, 5.5f, 6.5, 7, 8, 9, 10, k, 11, 12, 13, 14, 15, 16, 17.9, 18.9f, 19));
    printf("%g\n", dbls(1, 2, 3, 4, 5, 6, 7, 8, 9, 10.5));
    printf("%d %d %d %d %d %d %d %d %d %d %s %g\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "eleven", 12.5);
    return 0;
}
