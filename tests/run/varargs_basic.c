#include <stdio.h>
#include <stdarg.h>
struct p { int x, y; };
struct b { double a, b, c; };
struct t { char c; };
struct mixed { long a; double d; };
static long sum(const char *types, ...) {
    va_list ap;
    long s = 0;
    va_start(ap, types);
    for (; *types; types++) switch (*types) {
        case 'i': s += va_arg(ap, int);
        break;
        case 'l': s += va_arg(ap, long);
        break;
        case 'd': s += (long)va_arg(ap, double);
        break;
        case 's': {
            const char *t = va_arg(ap, const char *);
            while (*t) s += *t++ - '0';
            break;
        }
        case 'p': {
            struct p p = va_arg(ap, struct p);
            s += p.x * p.y;
            break;
        }
        case 'b': s += (long)va_arg(ap, struct b).c;
        break;
        case 't': s += va_arg(ap, struct t).c;
        break;
        case 'm': {
            struct mixed m = va_arg(ap, struct mixed);
            s += m.a + (long)m.d;
            break;
        }
        case 'u': s += va_arg(ap, unsigned);
        break;
        case 'q': s += (long)va_arg(ap, long long);
        break;
        case 'f': s += va_arg(ap, int (*)(int))(3);
        break;
    }
    va_end(ap);
    return s;
}

static int neg(int x) {
    return -x;
}

static void twice(int n, ...) {
    va_list a, b;
    int i;
    va_start(a, n);
    va_copy(b, a);
    for (i = 0; i < n; i++) printf("%d ", va_arg(a, int));
    for (i = 0; i < n; i++) printf("%d ", va_arg(b, int) * 2);
    va_end(a);
    va_end(b);
    puts("");
}

static int vhelp(int n, va_list ap) {
    int s = 0;
    while (n--) s = s * 10 + va_arg(ap, int);
    return s;
}

static int wrap(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = vhelp(n, ap);
    va_end(ap);
    return r;
}

static int viaptr(va_list *ap) {
    return va_arg(*ap, int);
}

static int both(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = viaptr(&ap);
    r = r * 100 + viaptr(&ap) + va_arg(ap, int);
    va_end(ap);
    return r;
}

int main(void) {
    printf("%ld\n", sum("iilds", 1, -2, 100000000000L, 7.9, "123"));
    printf("%ld\n", sum("ptbm", (struct p){ 3, 4 }, (struct t){ 5 }, (struct b){ 1, 2, 30 }, (struct mixed){ 100,
        200.5 }));
    printf("%ld\n", sum("iiiiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    printf("%ld\n", sum("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.));
    printf("%ld\n", sum("idpidfq", 'a', 1.5f, (struct p){ 1, 1 }, (short)-3, 2.0, neg, 1LL << 40));
    twice(3, 1, 2, 3);
    printf("%d %d %d\n", wrap(4, 9, 8, 7, 6), wrap(0), both(3, 5, 6, 7));
    return 0;
}
