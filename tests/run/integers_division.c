#include <stdio.h>
int main(void) {
    int a[] = { 7, -7, 2147483647, -2147483647, 0, 1 }, b[] = { 2, -2, 3, -3, 2147483647, 1 };
    int i, j;
    for (i = 0; i < 6; i++) for (j = 0; j < 6; j++) printf("%d/%d = %d rem %d; %u rem %u; %lld rem %lld\n", a[i],
        b[j], a[i] / b[j], a[i] % b[j], (unsigned)a[i] / b[j], (unsigned)a[i] % (unsigned)b[j],
        (long long)a[i] * 1000003 / b[j], (long long)a[i] * 1000003 % b[j]);
    unsigned char x = 250;
    x /= -1;
    printf("%d\n", x);
    short s = -17;
    s %= 5;
    printf("%d\n", s);
    unsigned long long big = 0xFFFFFFFFFFFFFFFFull;
    printf("%llu %llu\n", big / 10, big % 1000000007);
    return 0;
}
