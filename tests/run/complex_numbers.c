// Complex arithmetic: products and quotients as libgcc rounds them, real operands that stay real, constants that
// are rounded once, parts as lvalues, passing and returning.
#include <complex.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef double complex cd;
typedef float complex cf;
typedef long double complex cl;

static void p(const char *s, cd z) { printf("%s %a %a\n", s, creal(z), cimag(z)); }
static void pf(const char *s, cf z) { printf("%s %a %a\n", s, crealf(z), cimagf(z)); }
static void pl(const char *s, cl z) { printf("%s %La %La\n", s, creall(z), cimagl(z)); }

cd global = 1.5 + 2.5 * I, real_only = 3;
static const cf table[3] = {1.0f, 2.0if, 1.0f + 3.0f * I};
struct holder { int n; cd z; cf f; } holder = {1, 2.0 - 1.0 * I, .f = 4};

static cd add(cd a, cf b) { return a + b; }
static cf make(float a, float b) { return CMPLXF(a, b); }
static struct holder hold(cd z) { return (struct holder){7, z, z}; }
static cd old_style(a, b) cd a; cf b; { return a * b; }
static cd sum(int n, ...) {
    va_list list;
    va_start(list, n);
    cd total = 0;
    while (n--) total += va_arg(list, cd);
    va_end(list);
    return total;
}

static void operators(void) {
    cd a = 1.1 + 2.2 * I, b = -0.3 + 4.7 * I;
    cf f = 1.1f - 2.2f * I;
    cl l = 1.1L + 3.3L * I;
    int i = 3;
    double d = 0.7;
    p("sum", a + b), p("difference", a - b), p("product", a * b), p("quotient", a / b);
    p("negated", -a), p("conjugate", ~a), p("conj", conj(a)), p("plus", +a);
    p("real * z", d * a), p("real / z", d / a), p("z / real", a / d), p("real + z", d + a);
    p("real - z", d - a), p("z - real", a - d), p("int * z", i * a), p("z / int", a / i);
    pf("float", f * f), pf("float", f / make(3, 4)), pl("long", l * l), pl("long", l / (l + 1));
    p("mixed", f * a), pl("mixed", a * l);
    a += b, p("+=", a);
    a *= 2, p("*=", a);
    a /= b, p("/=", a);
    a -= I, p("-=", a);
    d *= b, printf("%a\n", d);
    i = b, printf("%d\n", i);
    a++, p("++", a), p("--", a--), p("after", a), p("++", ++a);
    printf("%d %d %d %d\n", a == b, a != b, (cd)1 == 1, 2 * I == 2i);
    printf("%d %d %d %d\n", !a, !(0 * a), a && b, (_Bool)I);
    if (a) puts("true");
    p("conditional", i ? a : 1.0), p("comma", (i++, a)), p("statement", ({ cd t = a; t * t; }));
    printf("%d %d\n", _Generic(f * 1.0, cd: 1, cf: 2, default: 3), _Generic(f * 1, cd: 1, cf: 2, default: 3));
}

static void places(void) {
    cd z = 4, array[3] = {1, I, [2] = 2 + I}, other[2];
    int k = 0;
    __real__ z = 5;
    __imag__ z += 2;
    double *part = &__imag__ z;
    *part *= 3;
    p("parts", z);
    array[k++] *= array[2];
    p("element", array[0]);
    p("field", hold(z).z), p("field", hold(z).f * hold(z).z);
    volatile cd v = z;
    v = v * v;
    memset(other, 0, sizeof other);
    other[1] = v;
    memcpy(other, other + 1, sizeof *other);
    p("copied", other[0]);
    static cd kept = 2.0 * I * I;
    p("static", kept);
    printf("%d %zu %zu %zu %zu\n", k, sizeof z, sizeof(cf), sizeof(cl), _Alignof(cd));
}

static void special(void) {
    double inf = INFINITY, nan = NAN, zero = 0;
    cd a = 2 - 3 * I;
    p("inf", CMPLX(inf, nan) * a), p("inf", CMPLX(inf, inf) * CMPLX(1, -1)), p("zero", a / zero);
    p("zero", a / CMPLX(zero, 0)), p("inf", CMPLX(inf, 1) / CMPLX(2, 3)), p("inf", CMPLX(2, 1) / CMPLX(inf, 3));
    p("big", CMPLX(1e300, 1e300) / CMPLX(1e300, 1e305)), p("big", CMPLX(1e300, 1e300) * CMPLX(1e300, 1e305));
    p("constant", (1.1 + 2.2 * I) * (3.3 + 4.4 * I)), p("constant", (1.1 + 2.2 * I) / (3.3 + 4.4 * I));
    p("constant", 1.0 / (3.0 + 4.0 * I)), p("cproj", cproj(CMPLX(1, -inf))), p("cproj", cproj(a));
}

static void integers(void) {
    _Complex int a = 3 + 4i, b = 1 - 2i;
    a *= b;
    printf("%d %d %zu\n", __real__ a, __imag__ a, sizeof a);
    a = a + 5;
    printf("%d %d %d\n", __real__ a, __imag__ ~a, a == 16 - 2i);
    _Complex char c = 100;
    c += 100;
    printf("%d\n", __real__ c);
}

static void random_quotients(void) {
    unsigned x = 1;
    for (int n = 0; n < 40; n++) {
        double c[4];
        for (int j = 0; j < 4; j++) {
            x = x * 1103515245 + 12345;
            unsigned e = x >> 16;
            x = x * 1103515245 + 12345;
            c[j] = ldexp((double)(int)x / 7, (int)(e % 2100) - 1050);
        }
        cd a = CMPLX(c[0], c[1]), b = CMPLX(c[2], c[3]);
        p("*", a * b), p("/", a / b), pf("/", (cf)a / (cf)b), pl("/", (cl)a / (cl)b);
    }
}

int main(void) {
    operators();
    places();
    special();
    integers();
    random_quotients();
    p("global", global), p("global", real_only), pf("table", table[1]), pf("table", table[2]);
    p("holder", holder.z), pf("holder", holder.f), p("passed", add(global, table[2]));
    p("variadic", sum(3, global, real_only, global)), p("old style", old_style(global, table[1]));
    return (int)cimag(global * 4);
}
