#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <limits.h>
int main(void) {
    char *e;
    const char *t[] = { "123", "  -45abc", "0x1F", "077", "zz", "+9", "", "99999999999999999999",
        "-99999999999999999999", "0xg", "  \t\n8" };
    unsigned i;
    for (i = 0; i < 11; i++) {
        errno = 0;
        long l = strtol(t[i], &e, 0);
        printf("%ld %d %d ", l, (int)(e - t[i]), errno == ERANGE);
        errno = 0;
        unsigned long u = strtoul(t[i], &e, 10);
        printf("%lu %d %d %d\n", u, (int)(e - t[i]), errno == ERANGE, i == 7 || i == 8 ? 0 : atoi(t[i]));
    }
    printf("%ld %ld %ld\n", strtol("zz", 0, 36), strtol("1010", 0, 2), strtol("-777", 0, 8));
    printf("%lld %llu\n", strtoll("9223372036854775807", 0, 10), strtoull("18446744073709551615", 0, 10));
    printf("%g %g %g %.17g\n", atof("3.25"), strtod("-1e3x", &e), strtod("inf", 0), strtod("0.1", 0));
    puts(e);
    printf("%.17g %.17g %a %g\n", strtod("123456789.987654321e-5", 0), strtod("2.2250738585072011e-308", 0),
        strtod("0x1.8p4", 0), (double)strtof("1e-10", 0));
    div_t d = div(-17, 5);
    ldiv_t ld = ldiv(100, 7);
    printf("%d %d %ld %ld\n", d.quot, d.rem, ld.quot, ld.rem);
    printf("%d %ld %lld\n", abs(-5), labs(-6L), llabs(-7LL));
    printf("%ld %lld\n", atol("-12"), atoll("34"));
    printf("%d\n", getenv("SURELY_NOT_SET_VARIABLE") == NULL);
    return EXIT_SUCCESS;
}
