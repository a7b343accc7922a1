/* Conversions of printf in their corners. */
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>
#include <limits.h>

int main(void)
{
    int n;
    long ln;
    signed char hn;
    printf("abc%nde\n", &n);
    printf("%d\n", n);
    printf("%*.*f|%-*d|%0*d\n", 10, 3, 3.14159, 6, 42, 5, -7);
    printf("%*d|%.*s|%.*d\n", -6, 42, -1,"hello", -3, 5);
    printf("%ld%hhn%lln\n", 123L, &hn, (long long*)&ln);
    printf("%d\n", hn);
    printf("%a %A %a %.2a %a %a\n", 1.0, 0.1, -0.0, 1.999, 1e-310, 0.0);
    printf("%g %g %g %g %G %#g %g %g\n", 1e5, 1e6, 1e-4, 1e-5, 1e-10, 1.0, 100000.5, 123456789.0);
    printf("%.0e %e %E %.3e\n", 15.0, 0.0, -1e300, 9.9996);
    printf("%.0f %.0f %.0f %.0f %#.0f\n", 0.5, 1.5, 2.5, -0.4, 3.0);
    printf("%+d % d %05d %-5d| %x %X %#x %#o %o\n", 5, 5, -5, 5, 255, 255, 255, 8, 8);
    printf("%.3d %.0d| %5.3d %-8.3x| %+.2d\n", 5, 0, 7, 255, 0);
    printf("%hhd %hd %hhu %hu\n", 300, 70000, -1, -1);
    printf("%lld %llu %zd %zu %td %jd %ju\n", LLONG_MIN, ULLONG_MAX, (ptrdiff_t)-1, (size_t)-1, (ptrdiff_t)-5, (intmax_t)-9, (uintmax_t)9);
    printf("%c%c%%%5c|%-3c|\n",'a', 0x41,'x','y');
    printf("%s|%.2s|%10s|%-10s|%.0s|\n","str","string","right","left","none");
    printf("%f %f %F %e %g\n", 1.0/0.0, -1.0/0.0, 1.0/0.0, 1.0/0.0, -1.0/0.0);
    printf("%010f|%-10f|%+010.2f|% f\n", 1.0/0.0, 2.0, 3.14159, 1.5);
    printf("%.15g %.17g %.20f\n", 0.1, 0.1, 0.1);
    printf("%f\n", 1e22);
    printf("%.10f %.3f\n", 123456.789012345, 0.0005);
    printf("%Lf %Le %Lg\n", 1.5L, 1e400L, 1e-400L);
    char b[20];
    printf("%d %d\n", snprintf(b, 5,"%s","long text"), snprintf(NULL, 0,"%100d", 5));
    printf("%s\n", b);
    printf("%.50f\n", 1.0/3);
    printf("%.60g\n", 1e-5);
    printf("%i %u\n", INT_MIN, UINT_MAX);
    printf("%p %p\n", (void*)0, NULL);
    printf("%5%|\n");
    printf("%'d\n", 1234567);
    printf("%hhx %hx\n", 0x1ff, 0x1ffff);
    printf("%#X %#08x %#5o\n", 0xabc, 0xab, 9);
    printf("%.*e|%-15.4E|\n", 0, 12345.678, 0.00012345);
    return 0;
}
