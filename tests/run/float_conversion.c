#include <stdio.h>
int main(void)
{
    double ds[] = { 0.0, 0.9999, -0.9999, 1.5, -1.5, 255.9, 1e9, -1e9, 4294967295.5, 1e18 }; unsigned i;
    for (i = 0; i < 10; i++) {
        double d = ds[i];
        printf("%lld %f\n", (long long)d, (float)d);
        if (d > -129 && d < 128) printf("%d\n", (signed char)d);
        if (d > -1 && d < 256) printf("%d\n", (unsigned char)d);
        if (d > -1) printf("%llu\n", (unsigned long long)d);
        if (d > -2e9 && d < 2e9) printf("%d\n", (int)d);
        if (d > -1 && d < 4294967296.0) printf("%u\n", (unsigned)d);
    }
    printf("%.1f %.1f %.1f\n", (double)(long long)0x7FFFFFFFFFFFFFFF, (double)0xFFFFFFFFFFFFFFFFull, (float)0xFFFFFFFFu);
    printf("%.1f %.1f\n", (float)16777217, (float)-16777219);
    printf("%.1f %.1f\n", (double)9007199254740993LL, (float)9223372036854775807LL);
    printf("%llu\n", (unsigned long long)1.8446744073709550e19);
    int n = 3.99; float f = 7; char c = 65.7; long l = -2.5f; unsigned u = 3e9; printf("%d %g %c %ld %u\n", n, f, c, l, u);
    n = 10; n *= 1.55; printf("%d\n", n); n += 0.9; printf("%d\n", n); n /= 0.3; printf("%d\n", n);
    printf("%d\n", (int)(0.1f * 10 == 1.0f));
    printf("%g\n", (double)(float)1e-320); printf("%g\n", (float)3.4e38 * 1.0); printf("%g\n", (double)(float)1e39);
    return 0;
}
