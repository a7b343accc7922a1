// <tgmath.h>: the function is chosen by the arguments.
#include <stdio.h>
#include <tgmath.h>

#define KIND(e) _Generic((e), float: "float", double: "double", long double: "long double", \
    float complex: "float complex", double complex: "double complex", default: "other")

int main(void) {
    float f = 2.25f;
    double d = -2.5;
    long double l = 6.25L;
    float complex z = 3.0f + 4.0f * I;
    int n = 9, exponent;
    printf("%s %s %s %s %s\n", KIND(sqrt(f)), KIND(sqrt(d)), KIND(sqrt(l)), KIND(sqrt(n)), KIND(sqrt(z)));
    printf("%s %s %s %s\n", KIND(fmax(1, f)), KIND(fmax(f, f)), KIND(fmax(d, l)), KIND(pow(z, d)));
    printf("%g %g %Lg %g\n", sqrt(f), floor(d), sqrt(l), sqrt(n));
    printf("%g %Lg %g %g %g\n", fmax(1, f), fmin(d, l), fabs(f), trunc(d), copysign(f, d));
    double part = frexp(f, &exponent);
    printf("%ld %g %d\n", lround(d), part, exponent);
    printf("%g %g %g %s\n", creal(z), cimag(z), cimag(conj(z)), KIND(creal(d)));
    return 0;
}
