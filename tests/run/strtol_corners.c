/* Numbers from texts: bases, limits, signs, ends, errno. */
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <string.h>
#include <limits.h>

static void L(const char*s, int b)
{
    char*e;
    errno = 0;
    long v = strtol(s, &e, b);
    printf("%ld %td %d;", v, e-s, errno);
    errno = 0;
    unsigned long u = strtoul(s, &e, b);
    printf("%lu %td %d\n", u, e-s, errno);
}

static void D(const char*s)
{
    char*e;
    errno = 0;
    double d = strtod(s, &e);
    printf("%.17g %td %d\n", d, e-s, errno == ERANGE);
}

int main(void)
{
    L("  -42abc", 10);
    L("0x1F", 16);
    L("0x1F", 0);
    L("0x", 16);
    L("0xg", 0);
    L("077", 0);
    L("08", 0);
    L("+", 10);
    L("", 10);
    L("-", 10);
    L("9223372036854775807", 10);
    L("9223372036854775808", 10);
    L("-9223372036854775808", 10);
    L("-9223372036854775809", 10);
    L("18446744073709551615", 10);
    L("18446744073709551616", 10);
    L("-18446744073709551615", 10);
    L("zz", 36);
    L("1010", 2);
    L("12", 2);
    L("\t\n\v 7", 10);
    L("- 5", 10);
    L("0", 0);
    L("-0x10", 0);
    L("99999999999999999999999", 10);
    D("3.14xyz");
    D("1e10");
    D("1e");
    D("1e+");
    D(".5");
    D(".");
    D("-.5e-3z");
    D("0x1.8p3");
    D("0x.8");
    D("inf");
    D("-INFINITY!");
    D("nan");
    D("1e400");
    D("1e-400");
    D("4.9e-324");
    D("2.2250738585072011e-308");
    D("123456789012345678901234567890");
    D("0.1");
    D("  +7");
    D("0x1p-1080");
    D("1.7976931348623159e308");
    printf("%d %ld %lld %g\n", atoi("  12x"), atol("-99"), atoll("123456789012"), atof("2.5e1"));
    div_t q = div(-7, 2);
    ldiv_t l = ldiv(7, -2);
    printf("%d %d %ld %ld %d %ld\n", q.quot, q.rem, l.quot, l.rem, abs(-5), labs(-6L));
    return 0;
}
