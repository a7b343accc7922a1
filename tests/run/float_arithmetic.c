#include <stdio.h>
int main(void)
{
    float f = 0.1f; double d = 0.1; int i; float sum = 0; double dsum = 0;
    for (i = 0; i < 10; i++) { sum += f; dsum += d; }
    printf("%.9g %.17g\n", sum, dsum);
    printf("%.17g %.17g %.17g %.17g\n", 1.0 / 3, 2.0f / 3, 1e308 * 10, -1.0 / 3 * 3);
    printf("%d %d %d\n", 0.1 + 0.2 == 0.3, 0.1f + 0.2f == 0.3f, (double)0.1f == 0.1);
    printf("%g %g %g\n", 5.5 - 7, -3.25 * 2, 7 / 2.0);
    f = 16777216.0f; f += 1; printf("%f\n", f);
    d = 5; d /= 3; d *= 2; d -= 1; printf("%.15f\n", d);
    f = 1e-45f; printf("%g %g\n", f, f / 2);
    printf("%d %d %d %d\n", -0.0 == 0.0, 1.5 < 2.5, 1.5 >= 2.5, 1.5 != 1.5f);
    printf("%g %g\n", -0.0, 0.0 - 0.0);
    d = 3; d++; --d; d = -d; printf("%g %d %d\n", d, !d, d && 1);
    printf("%.3f\n", (float)1e10 + (double)1e-3);
    return 0;
}
