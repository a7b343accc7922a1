/* Complex numbers: products and quotients as libgcc computes them (Annex G of C11 for infinities, Smith's division with
   scaling), and the exact functions of <complex.h>. */

float _Complex __mulsc3(float a, float b, float c, float d)
{
    float ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    float x = ac - bd, y = ad + bc;
    if (__builtin_isnan(x) && __builtin_isnan(y)) {
        int infinite = 0;
        if (__builtin_isinf(a) || __builtin_isinf(b)) {
            a = __builtin_copysignf(__builtin_isinf(a) ? 1 : 0, a);
            b = __builtin_copysignf(__builtin_isinf(b) ? 1 : 0, b);
            if (__builtin_isnan(c))
                c = __builtin_copysignf(0, c);
            if (__builtin_isnan(d))
                d = __builtin_copysignf(0, d);
            infinite = 1;
        }
        if (__builtin_isinf(c) || __builtin_isinf(d)) {
            c = __builtin_copysignf(__builtin_isinf(c) ? 1 : 0, c);
            d = __builtin_copysignf(__builtin_isinf(d) ? 1 : 0, d);
            if (__builtin_isnan(a))
                a = __builtin_copysignf(0, a);
            if (__builtin_isnan(b))
                b = __builtin_copysignf(0, b);
            infinite = 1;
        }
        if (!infinite && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) {
            if (__builtin_isnan(a))
                a = __builtin_copysignf(0, a);
            if (__builtin_isnan(b))
                b = __builtin_copysignf(0, b);
            if (__builtin_isnan(c))
                c = __builtin_copysignf(0, c);
            if (__builtin_isnan(d))
                d = __builtin_copysignf(0, d);
            infinite = 1;
        }
        if (infinite) {
            x = __builtin_inf() * (a * c - b * d);
            y = __builtin_inf() * (a * d + b * c);
        }
    }
    return __builtin_complex(x, y);
}

/* Infinities and zeros of a quotient whose parts came out as NaNs. */
static float _Complex __maymust_recover_sc(float x, float y, float a, float b, float c, float d)
{
    if (!__builtin_isnan(x) || !__builtin_isnan(y))
        return __builtin_complex(x, y);
    if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {
        x = __builtin_copysignf(__builtin_inf(), c) * a;
        y = __builtin_copysignf(__builtin_inf(), c) * b;
    } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
        a = __builtin_copysignf(__builtin_isinf(a) ? 1 : 0, a);
        b = __builtin_copysignf(__builtin_isinf(b) ? 1 : 0, b);
        x = __builtin_inf() * (a * c + b * d);
        y = __builtin_inf() * (b * c - a * d);
    } else if ((__builtin_isinf(c) || __builtin_isinf(d)) && __builtin_isfinite(a) && __builtin_isfinite(b)) {
        c = __builtin_copysignf(__builtin_isinf(c) ? 1 : 0, c);
        d = __builtin_copysignf(__builtin_isinf(d) ? 1 : 0, d);
        x = 0 * (a * c + b * d);
        y = 0 * (b * c - a * d);
    }
    return __builtin_complex(x, y);
}

float _Complex __divsc3(float a, float b, float c, float d)
{
    double norm = (double)c * c + (double)d * d;
    float x = ((double)a * c + (double)b * d) / norm;
    float y = ((double)b * c - (double)a * d) / norm;
    return __maymust_recover_sc(x, y, a, b, c, d);
}

float crealf(float _Complex z)
{
    return __real__ z;
}

float cimagf(float _Complex z)
{
    return __imag__ z;
}

float _Complex conjf(float _Complex z)
{
    return ~z;
}

float _Complex cprojf(float _Complex z)
{
    if (__builtin_isinf(__real__ z) || __builtin_isinf(__imag__ z))
        return __builtin_complex((float)__builtin_inf(), __builtin_copysignf(0, __imag__ z));
    return z;
}

double _Complex __muldc3(double a, double b, double c, double d)
{
    double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    double x = ac - bd, y = ad + bc;
    if (__builtin_isnan(x) && __builtin_isnan(y)) {
        int infinite = 0;
        if (__builtin_isinf(a) || __builtin_isinf(b)) {
            a = __builtin_copysign(__builtin_isinf(a) ? 1 : 0, a);
            b = __builtin_copysign(__builtin_isinf(b) ? 1 : 0, b);
            if (__builtin_isnan(c))
                c = __builtin_copysign(0, c);
            if (__builtin_isnan(d))
                d = __builtin_copysign(0, d);
            infinite = 1;
        }
        if (__builtin_isinf(c) || __builtin_isinf(d)) {
            c = __builtin_copysign(__builtin_isinf(c) ? 1 : 0, c);
            d = __builtin_copysign(__builtin_isinf(d) ? 1 : 0, d);
            if (__builtin_isnan(a))
                a = __builtin_copysign(0, a);
            if (__builtin_isnan(b))
                b = __builtin_copysign(0, b);
            infinite = 1;
        }
        if (!infinite && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) {
            if (__builtin_isnan(a))
                a = __builtin_copysign(0, a);
            if (__builtin_isnan(b))
                b = __builtin_copysign(0, b);
            if (__builtin_isnan(c))
                c = __builtin_copysign(0, c);
            if (__builtin_isnan(d))
                d = __builtin_copysign(0, d);
            infinite = 1;
        }
        if (infinite) {
            x = __builtin_inf() * (a * c - b * d);
            y = __builtin_inf() * (a * d + b * c);
        }
    }
    return __builtin_complex(x, y);
}

/* Infinities and zeros of a quotient whose parts came out as NaNs. */
static double _Complex __maymust_recover_dc(double x, double y, double a, double b, double c, double d)
{
    if (!__builtin_isnan(x) || !__builtin_isnan(y))
        return __builtin_complex(x, y);
    if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {
        x = __builtin_copysign(__builtin_inf(), c) * a;
        y = __builtin_copysign(__builtin_inf(), c) * b;
    } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
        a = __builtin_copysign(__builtin_isinf(a) ? 1 : 0, a);
        b = __builtin_copysign(__builtin_isinf(b) ? 1 : 0, b);
        x = __builtin_inf() * (a * c + b * d);
        y = __builtin_inf() * (b * c - a * d);
    } else if ((__builtin_isinf(c) || __builtin_isinf(d)) && __builtin_isfinite(a) && __builtin_isfinite(b)) {
        c = __builtin_copysign(__builtin_isinf(c) ? 1 : 0, c);
        d = __builtin_copysign(__builtin_isinf(d) ? 1 : 0, d);
        x = 0 * (a * c + b * d);
        y = 0 * (b * c - a * d);
    }
    return __builtin_complex(x, y);
}

double _Complex __divdc3(double a, double b, double c, double d)
{
    const double least = 0x1p-1022, epsilon = 0x1p-52, big = 0x1.fffffffffffffp1023 / 2, scaled = big * epsilon;
    int swapped = __builtin_fabs(c) < __builtin_fabs(d);
    double larger = __builtin_fabs(swapped ? d : c);
    if (larger >= big) {
        a = a / 2, b = b / 2, c = c / 2, d = d / 2;
        larger = larger / 2;
    }
    int small = larger < epsilon;
    if (!small && larger < scaled)
        small = (__builtin_fabs(a) < least && __builtin_fabs(b) < scaled) || (__builtin_fabs(b) < least && __builtin_fabs(a) < scaled);
    if (small)
        a = a * (1 / epsilon), b = b * (1 / epsilon), c = c * (1 / epsilon), d = d * (1 / epsilon);
    double x, y;
    if (swapped) {
        double ratio = c / d, norm = c * ratio + d;
        if (__builtin_fabs(ratio) > least) {
            x = (a * ratio + b) / norm;
            y = (b * ratio - a) / norm;
        } else {
            x = (c * (a / d) + b) / norm;
            y = (c * (b / d) - a) / norm;
        }
    } else {
        double ratio = d / c, norm = d * ratio + c;
        if (__builtin_fabs(ratio) > least) {
            x = (b * ratio + a) / norm;
            y = (b - a * ratio) / norm;
        } else {
            x = (a + d * (b / c)) / norm;
            y = (b - d * (a / c)) / norm;
        }
    }
    return __maymust_recover_dc(x, y, a, b, c, d);
}

double creal(double _Complex z)
{
    return __real__ z;
}

double cimag(double _Complex z)
{
    return __imag__ z;
}

double _Complex conj(double _Complex z)
{
    return ~z;
}

double _Complex cproj(double _Complex z)
{
    if (__builtin_isinf(__real__ z) || __builtin_isinf(__imag__ z))
        return __builtin_complex((double)__builtin_inf(), __builtin_copysign(0, __imag__ z));
    return z;
}

long double _Complex __mulxc3(long double a, long double b, long double c, long double d)
{
    long double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    long double x = ac - bd, y = ad + bc;
    if (__builtin_isnan(x) && __builtin_isnan(y)) {
        int infinite = 0;
        if (__builtin_isinf(a) || __builtin_isinf(b)) {
            a = __builtin_copysignl(__builtin_isinf(a) ? 1 : 0, a);
            b = __builtin_copysignl(__builtin_isinf(b) ? 1 : 0, b);
            if (__builtin_isnan(c))
                c = __builtin_copysignl(0, c);
            if (__builtin_isnan(d))
                d = __builtin_copysignl(0, d);
            infinite = 1;
        }
        if (__builtin_isinf(c) || __builtin_isinf(d)) {
            c = __builtin_copysignl(__builtin_isinf(c) ? 1 : 0, c);
            d = __builtin_copysignl(__builtin_isinf(d) ? 1 : 0, d);
            if (__builtin_isnan(a))
                a = __builtin_copysignl(0, a);
            if (__builtin_isnan(b))
                b = __builtin_copysignl(0, b);
            infinite = 1;
        }
        if (!infinite && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) {
            if (__builtin_isnan(a))
                a = __builtin_copysignl(0, a);
            if (__builtin_isnan(b))
                b = __builtin_copysignl(0, b);
            if (__builtin_isnan(c))
                c = __builtin_copysignl(0, c);
            if (__builtin_isnan(d))
                d = __builtin_copysignl(0, d);
            infinite = 1;
        }
        if (infinite) {
            x = __builtin_inf() * (a * c - b * d);
            y = __builtin_inf() * (a * d + b * c);
        }
    }
    return __builtin_complex(x, y);
}

/* Infinities and zeros of a quotient whose parts came out as NaNs. */
static long double _Complex __maymust_recover_xc(long double x, long double y, long double a, long double b, long double c, long double d)
{
    if (!__builtin_isnan(x) || !__builtin_isnan(y))
        return __builtin_complex(x, y);
    if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {
        x = __builtin_copysignl(__builtin_inf(), c) * a;
        y = __builtin_copysignl(__builtin_inf(), c) * b;
    } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
        a = __builtin_copysignl(__builtin_isinf(a) ? 1 : 0, a);
        b = __builtin_copysignl(__builtin_isinf(b) ? 1 : 0, b);
        x = __builtin_inf() * (a * c + b * d);
        y = __builtin_inf() * (b * c - a * d);
    } else if ((__builtin_isinf(c) || __builtin_isinf(d)) && __builtin_isfinite(a) && __builtin_isfinite(b)) {
        c = __builtin_copysignl(__builtin_isinf(c) ? 1 : 0, c);
        d = __builtin_copysignl(__builtin_isinf(d) ? 1 : 0, d);
        x = 0 * (a * c + b * d);
        y = 0 * (b * c - a * d);
    }
    return __builtin_complex(x, y);
}

long double _Complex __divxc3(long double a, long double b, long double c, long double d)
{
    const long double least = 0x1p-16382L, epsilon = 0x1p-63L, big = 0x1.fffffffffffffffep16383L / 2, scaled = big * epsilon;
    int swapped = __builtin_fabsl(c) < __builtin_fabsl(d);
    long double larger = __builtin_fabsl(swapped ? d : c);
    if (larger >= big) {
        a = a / 2, b = b / 2, c = c / 2, d = d / 2;
        larger = larger / 2;
    }
    int small = larger < epsilon;
    if (!small && larger < scaled)
        small = (__builtin_fabsl(a) < least && __builtin_fabsl(b) < scaled) || (__builtin_fabsl(b) < least && __builtin_fabsl(a) < scaled);
    if (small)
        a = a * (1 / epsilon), b = b * (1 / epsilon), c = c * (1 / epsilon), d = d * (1 / epsilon);
    long double x, y;
    if (swapped) {
        long double ratio = c / d, norm = c * ratio + d;
        if (__builtin_fabsl(ratio) > least) {
            x = (a * ratio + b) / norm;
            y = (b * ratio - a) / norm;
        } else {
            x = (c * (a / d) + b) / norm;
            y = (c * (b / d) - a) / norm;
        }
    } else {
        long double ratio = d / c, norm = d * ratio + c;
        if (__builtin_fabsl(ratio) > least) {
            x = (b * ratio + a) / norm;
            y = (b - a * ratio) / norm;
        } else {
            x = (a + d * (b / c)) / norm;
            y = (b - d * (a / c)) / norm;
        }
    }
    return __maymust_recover_xc(x, y, a, b, c, d);
}

long double creall(long double _Complex z)
{
    return __real__ z;
}

long double cimagl(long double _Complex z)
{
    return __imag__ z;
}

long double _Complex conjl(long double _Complex z)
{
    return ~z;
}

long double _Complex cprojl(long double _Complex z)
{
    if (__builtin_isinf(__real__ z) || __builtin_isinf(__imag__ z))
        return __builtin_complex((long double)__builtin_inf(), __builtin_copysignl(0, __imag__ z));
    return z;
}
