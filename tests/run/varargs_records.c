/* Variable arguments that are records, floats, long double and 128 bits. */
#include <stdarg.h>
#include <stdio.h>
struct big {
    long a[3];
};
struct small {
    char c;
    short s;
};
struct fl {
    float x, y;
};
struct mix {
    double d;
    int i;
};

static double f(int n, ...)
{
    va_list ap, cp;
    va_start(ap, n);
    va_copy(cp, ap);
    double r = 0;
    for (int i = 0;i<n;i++) {
        struct big b = va_arg(ap, struct big);
        struct small s = va_arg(ap, struct small);
        struct fl q = va_arg(ap, struct fl);
        struct mix m = va_arg(ap, struct mix);
        long double ld = va_arg(ap, long double);
        double d = va_arg(ap, double);
        char*p = va_arg(ap, char*);
        int c = va_arg(ap, int);
        unsigned long long u = va_arg(ap, unsigned long long);
        r += b.a[2]+s.c+s.s+q.x+q.y+m.d+m.i+(double)ld+d+p[0]+c+(double)u;
    }
    va_end(ap);
    struct big z = va_arg(cp, struct big);
    r += z.a[0];
    va_end(cp);
    return r;
}

static int vs(char*o, const char*fmt, ...)
{
    va_list a;
    va_start(a, fmt);
    int n = vsprintf(o, fmt, a);
    va_end(a);
    return n;
}

static void list(va_list*ap)
{
    printf("%d ", va_arg(*ap, int));
}

static void each(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    while (n--) list(&ap);
    va_end(ap);
    puts("");
}

static __int128 w(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    __int128 x = va_arg(ap, __int128);
    va_end(ap);
    return x;
}

int main(void)
{
    struct big b = {{1, 2, 3}};
    struct small s = {4, 5};
    struct fl q = {1.5f, 2.5f};
    struct mix m = {0.25, 7};
    float ff = 1.25f;
    char ch = 'z';
    short sh = -3;
    printf("%f\n", f(2, b, s, q, m, 3.5L, (double)ff,"hey", ch, 123456789012345ULL, b, s, q, m, -1.0L, 2.0,"x", sh, 1ULL));
    char o[64];
    printf("%d", vs(o,"%d-%s-%.2f-%Lf", 5,"ab", 2.5, 1.5L));
    printf(" %s\n", o);
    each(4, 1, 2, 3, 4);
    printf("%lld\n", (long long)(w(1, (__int128)1<<70)>>60));
    return 0;
}
