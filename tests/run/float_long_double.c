#include <stdio.h>
int main(void)
{
    long double a = 1.0L / 3, b = 1e4000L; double d = 2.5; int i;
    printf("%.20Lf %Lg %Le\n", a, b, b * b);
    a = d; a *= 3; a += 1; printf("%Lf %d\n", a, (int)a);
    printf("%d %d %d\n", (int)sizeof a, a > 8, a == 8.5L);
    for (i = 0, a = 1; i < 30; i++) a *= 10; printf("%.0Lf\n", a);
    printf("%.3f\n", (double)(1.0L + 1e-3L)); printf("%llu\n", (unsigned long long)18446744073709551615.0L);
    long double z[3] = { 1, 2, 3.5L }; printf("%Lg %Lg\n", z[0] - z[2], -z[1]);
    return 0;
}
