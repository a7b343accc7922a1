#include <stdio.h>
typedef unsigned __int128 u128; typedef __int128 i128;
static void show(u128 x) { char t[50]; int n = 49; t[n] = 0; do { t[--n] = '0' + (int)(x % 10); x /= 10; } while (x); puts(t + n); }
static void shows(i128 x) { if (x < 0) { putchar('-'); show(-(u128)x); } else show(x); }
int main(void)
{
    u128 a = 1; int i; i128 s = -5;
    for (i = 1; i <= 34; i++) a *= i;
    show(a); show(~(u128)0); show((u128)1 << 127); show(a >> 37); show(a % 1000000007); show(a / 12345678901234567890ull);
    shows(s * 7 / 3); shows(s % 3); shows((i128)1 << 100); shows(-((i128)1 << 126)); shows(s >> 1);
    printf("%d %d %d\n", a > 5, s < 0, s < (i128)3);
    printf("%llx %llx\n", (unsigned long long)(a >> 64), (unsigned long long)a);
    printf("%d %d\n", (int)sizeof(i128), (int)_Alignof(i128));
    printf("%d\n", (int)(u128)-1);
    double d = (double)((i128)1 << 100); printf("%g\n", d); shows((i128)1e30); shows((i128)-2.5e20);
    show((u128)(unsigned)-1 * (unsigned)-1); show((u128)0xFFFFFFFFFFFFFFFFull * 0xFFFFFFFFFFFFFFFFull);
    a = (a ^ (a << 64)) | 1; a &= ~(u128)2; show(a);
    return (int)(a % 251);
}
