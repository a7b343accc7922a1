#include <stdio.h>
#include <math.h>
int main(void)
{
    double v[] = { 0.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.7, 3.2, 1e15, 123456.789 }; int i, e; double ip;
    for (i = 0; i < 10; i++) {
        double x = v[i];
        printf("%g: %g %g %g %g %g %g\n", x, floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x));
        printf("  %g %.17g %g %g %ld %ld\n", fabs(x), sqrt(fabs(x)), fmod(x, 1.3), copysign(x, -1), lround(x), lrint(x));
        ip = 0; double m = frexp(x, &e), f = modf(x, &ip); printf("  %g %d %g %g %g\n", m, e, f, ip, ldexp(x, 5));
        printf("  %g %g %g %g\n", floorf(x), ceilf(x), sqrtf(fabsf(x)), fmodf(x, 0.7f));
        printf("  %g %g %g\n", fmin(x, 1), fmax(x, 1), fdim(x, 1));
    }
    printf("%.17g %.17g\n", sqrt(2), sqrt(1e-310)); printf("%g %g\n", remainder(7, 4), remainder(-7.5, 2));
    printf("%a %a\n", nextafter(1, 2), nextafter(1, 0)); printf("%d %g\n", ilogb(1000), logb(0.1));
    return 0;
}
