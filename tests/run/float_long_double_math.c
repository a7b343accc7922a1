// Exact functions on long double, and fma.
#include <math.h>
#include <stdio.h>

int main(void) {
    static const long double values[] = {0.0L,  -0.0L, 0.5L,    -0.5L,   1.5L,      2.5L,     -2.5L,        0.1L,
                                         -3.7L, 1e30L, 1e4000L, -1e-40L, 0x1p-16445L, INFINITY, 0x1.fffffffffffffffep62L};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        long double x = values[i], whole, part = modfl(x, &whole);
        printf("%La %La %La %La %La %La\n", floorl(x), ceill(x), truncl(x), rintl(x), nearbyintl(x), roundl(x));
        printf("%La %La %La %La\n", part, whole, copysignl(3, x), fabsl(x));
        printf("%La %La %La\n", fminl(x, 1), fmaxl(x, NAN), fmal(x, 1.1L, -0.3L));
        if (x >= 0) printf("%La\n", sqrtl(x));
        if (fabsl(x) < 1e18L) printf("%ld %lld %ld %lld\n", lrintl(x), llrintl(x), lroundl(x), llroundl(x));
    }
    double third = 1.0 / 3;
    printf("%a %a %a\n", fma(third, 3, -1), fma(1e308, 10, -INFINITY), fma(0x1p-1074, 0.5, 0x1p-1074));
    printf("%a %a\n", fmaf(0.1f, 10, -1), fmaf(1e38f, 10, -1e38f));
    return 0;
}
