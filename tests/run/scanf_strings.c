/* The scanf family on strings: conversions, widths, sets, what is not there. */
#include <stdio.h>
#include <string.h>

static void numbers(const char *text)
{
    int d = -7, i = -7, n = -7;
    unsigned u = 77, x = 77, o = 77;
    long l = -7;
    long long ll = -7;
    short h = -7;
    signed char hh = -7;
    int got = sscanf(text, "%d %u %x %n%i", &d, &u, &x, &n, &i);
    printf("<%s> %d: %d %u %x %d %d\n", text, got, d, u, x, n, i);
    got = sscanf(text, "%ld%lld%o", &l, &ll, &o);
    printf("  %d: %ld %lld %o\n", got, l, ll, o);
    got = sscanf(text, "%3d%*2d%hd%hhd", &d, &h, &hh);
    printf("  %d: %d %d %d\n", got, d, h, hh);
}

static void words(const char *text)
{
    char a[32] = "?", b[32] = "?", c[4] = { '?', '?', '?', '?' };
    int got = sscanf(text, "%31s %5[a-z]%c", a, b, c);
    printf("<%s> %d: %s %s %c\n", text, got, a, b, c[0]);
    strcpy(a, "?");
    got = sscanf(text, "%[^,],%*s %3c", a, c);
    printf("  %d: %s %.3s\n", got, a, c);
    got = sscanf(text, " a%%b%2s", b);
    printf("  %d: %s\n", got, b);
}

static void floats(const char *text)
{
    double d = -1;
    float f = -1;
    char rest[32] = "?";
    int got = sscanf(text, "%lf %f%31s", &d, &f, rest);
    printf("<%s> %d: %.17g %.9g %s\n", text, got, d, f, rest);
    got = sscanf(text, "%4lf%3f", &d, &f);
    printf("  %d: %.17g %.9g\n", got, d, f);
}

int main(void)
{
    static const char *const n[] = {
        "1 2 3 4", "-5 +6 0x1F 077", "", "  ", "12", "12 ab", "x", "99999999999 1 1 1", "-99999999999999999999 7 8 0x10",
        "123456789 012 0", "- 1", "+", "  7\n8\t9\n10", "4294967296 4294967295 ffffffff 0", "0x 1",
    };
    static const char *const w[] = {
        "hello world", "one", "a,b c def", " lead ing", "", ",x", "key=value, next one two", "a%bcd", "Abc defghijk",
        "abc,def ghi jkl", "x\ty",
    };
    static const char *const f[] = {
        "1.5 2.25", "-0.1e3 1e-2x", ".5 5.", "1e400 1", "abc", "", "3", "12345.678", "1e 2", "-.", "0.1 0.1", "+7.25e+2 -0",
    };
    for (unsigned i = 0; i < sizeof n / sizeof *n; i++)
        numbers(n[i]);
    for (unsigned i = 0; i < sizeof w / sizeof *w; i++)
        words(w[i]);
    for (unsigned i = 0; i < sizeof f / sizeof *f; i++)
        floats(f[i]);
    return 0;
}
