/* Models of the exact functions of <math.h> on double, by their bits. Inexact ones (sin, pow, …) are left out. */

int *__errno_location(void);

enum { __maymust_domain_error = 33, __maymust_range_error = 34 };

union __maymust_bits {
    double value;
    unsigned long long bits;
};

static unsigned long long __maymust_to_bits(double x)
{
    union __maymust_bits u;
    u.value = x;
    return u.bits;
}

static double __maymust_from_bits(unsigned long long bits)
{
    union __maymust_bits u;
    u.bits = bits;
    return u.value;
}

/* The biased exponent: 0 for zero and subnormal numbers, 2047 for infinities and NaNs. */
static int __maymust_exponent(unsigned long long bits)
{
    return (int)(bits >> 52 & 2047);
}

static double __maymust_invalid(void)
{
    *__errno_location() = __maymust_domain_error;
    return __maymust_from_bits(0xFFF8000000000000ULL);
}

int __isnan(double x)
{
    return (__maymust_to_bits(x) & 0x7FFFFFFFFFFFFFFFULL) > 0x7FF0000000000000ULL;
}

int isnan(double x)
{
    return __isnan(x);
}

int __isinf(double x)
{
    unsigned long long bits = __maymust_to_bits(x);
    if ((bits & 0x7FFFFFFFFFFFFFFFULL) != 0x7FF0000000000000ULL)
        return 0;
    return bits >> 63 ? -1 : 1;
}

int isinf(double x)
{
    return __isinf(x);
}

int __finite(double x)
{
    return __maymust_exponent(__maymust_to_bits(x)) != 2047;
}

int finite(double x)
{
    return __finite(x);
}

int __signbit(double x)
{
    return (__maymust_to_bits(x) >> 63) != 0 ? 128 : 0;
}

int __fpclassify(double x)
{
    unsigned long long bits = __maymust_to_bits(x) & 0x7FFFFFFFFFFFFFFFULL;
    if (bits > 0x7FF0000000000000ULL)
        return 0;
    if (bits == 0x7FF0000000000000ULL)
        return 1;
    if (bits == 0)
        return 2;
    return bits < 0x10000000000000ULL ? 3 : 4;
}

double fabs(double x)
{
    return __maymust_from_bits(__maymust_to_bits(x) & 0x7FFFFFFFFFFFFFFFULL);
}

double copysign(double x, double sign)
{
    return __maymust_from_bits((__maymust_to_bits(x) & 0x7FFFFFFFFFFFFFFFULL)
                               | (__maymust_to_bits(sign) & 0x8000000000000000ULL));
}

double nan(const char *tag)
{
    return __maymust_from_bits(0x7FF8000000000000ULL);
}

double trunc(double x)
{
    unsigned long long bits = __maymust_to_bits(x);
    int exponent = __maymust_exponent(bits) - 1023;
    if (exponent >= 52)
        return exponent == 1024 ? x + x : x;
    if (exponent < 0)
        return __maymust_from_bits(bits & 0x8000000000000000ULL);
    return __maymust_from_bits(bits & ~(0xFFFFFFFFFFFFFULL >> exponent));
}

/* The neighbour of an integral value away from zero. */
static double __maymust_away(double integral, double sign)
{
    return copysign(fabs(integral) + 1.0, sign);
}

double floor(double x)
{
    double integral = trunc(x);
    return x < integral ? __maymust_away(integral, x) : integral;
}

double ceil(double x)
{
    double integral = trunc(x);
    return x > integral ? __maymust_away(integral, x) : integral;
}

double round(double x)
{
    double integral = trunc(x);
    return fabs(x - integral) >= 0.5 ? __maymust_away(integral, x) : integral;
}

/* The rounding mode is to the nearest, ties to even. */
double rint(double x)
{
    double integral = trunc(x);
    double rest = fabs(x - integral);
    int odd;
    if (!(rest >= 0.5))
        return integral;
    odd = (long long)integral & 1;
    return rest > 0.5 || odd ? __maymust_away(integral, x) : integral;
}

double nearbyint(double x)
{
    return rint(x);
}

double roundeven(double x)
{
    return rint(x);
}

long lround(double x)
{
    return (long)round(x);
}

long long llround(double x)
{
    return (long long)round(x);
}

long lrint(double x)
{
    return (long)rint(x);
}

long long llrint(double x)
{
    return (long long)rint(x);
}

static int __maymust_is_signalling(double x)
{
    return __isnan(x) && (__maymust_to_bits(x) >> 51 & 1) == 0;
}

/* Of zeros the result is the second one, as in glibc. */
double fmin(double x, double y)
{
    if (__maymust_is_signalling(x) || __maymust_is_signalling(y))
        return x + y;
    if (__isnan(x))
        return y;
    if (__isnan(y))
        return x;
    return x < y ? x : y;
}

double fmax(double x, double y)
{
    if (__maymust_is_signalling(x) || __maymust_is_signalling(y))
        return x + y;
    if (__isnan(x))
        return y;
    if (__isnan(y))
        return x;
    return x > y ? x : y;
}

double fdim(double x, double y)
{
    if (__isnan(x) || __isnan(y))
        return x + y;
    return x <= y ? 0.0 : x - y;
}

double modf(double x, double *integral)
{
    *integral = __isnan(x) ? x + x : trunc(x);
    if (__isinf(x))
        return copysign(0.0, x);
    return copysign(x - *integral, x);
}

double frexp(double x, int *exponent)
{
    unsigned long long bits = __maymust_to_bits(x);
    int biased = __maymust_exponent(bits);
    *exponent = 0;
    if (biased == 2047 || x == 0)
        return x + x;
    if (biased == 0) {
        bits = __maymust_to_bits(x * 18014398509481984.0);
        biased = __maymust_exponent(bits) - 54;
    }
    *exponent = biased - 1022;
    return __maymust_from_bits((bits & 0x800FFFFFFFFFFFFFULL) | 0x3FE0000000000000ULL);
}

static double __maymust_power_of_two(int exponent)
{
    return __maymust_from_bits((unsigned long long)(exponent + 1023) << 52);
}

/* Only the last multiplication may round: the earlier ones stay clear of the subnormal range. */
double scalbn(double x, int exponent)
{
    double result = x;
    if (!__finite(x) || x == 0)
        return x + x;
    if (exponent > 1023) {
        result *= __maymust_power_of_two(1023);
        exponent -= 1023;
        if (exponent > 1023) {
            result *= __maymust_power_of_two(1023);
            exponent = exponent - 1023 > 1023 ? 1023 : exponent - 1023;
        }
    } else if (exponent < -1022) {
        result *= __maymust_power_of_two(-969);
        exponent += 969;
        if (exponent < -1022) {
            result *= __maymust_power_of_two(-969);
            exponent = exponent + 969 < -1022 ? -1022 : exponent + 969;
        }
    }
    result *= __maymust_power_of_two(exponent);
    if (result == 0 || !__finite(result))
        *__errno_location() = __maymust_range_error;
    return result;
}

double ldexp(double x, int exponent)
{
    return scalbn(x, exponent);
}

double scalbln(double x, long exponent)
{
    if (exponent > 5000)
        exponent = 5000;
    if (exponent < -5000)
        exponent = -5000;
    return scalbn(x, (int)exponent);
}

int ilogb(double x)
{
    int exponent;
    if (x == 0 || !__finite(x)) {
        *__errno_location() = __maymust_domain_error;
        return __isinf(x) ? 2147483647 : -2147483647 - 1;
    }
    frexp(x, &exponent);
    return exponent - 1;
}

double logb(double x)
{
    int exponent;
    if (!__finite(x))
        return x * x;
    if (x == 0) {
        *__errno_location() = __maymust_range_error;
        return -1.0 / fabs(x);
    }
    frexp(x, &exponent);
    return exponent - 1;
}

double nextafter(double x, double y)
{
    unsigned long long bits = __maymust_to_bits(x);
    double result;
    if (__isnan(x) || __isnan(y))
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        bits = 1 | (__maymust_to_bits(y) & 0x8000000000000000ULL);
    else if ((x < y) == (x > 0))
        bits++;
    else
        bits--;
    result = __maymust_from_bits(bits);
    if (!__finite(result) || __fpclassify(result) == 3 || result == 0)
        *__errno_location() = __maymust_range_error;
    return result;
}

/* A positive finite number as mantissa * 2^exponent with the mantissa's bit 52 set. */
static unsigned long long __maymust_normalise(double x, int *exponent)
{
    unsigned long long bits = __maymust_to_bits(x);
    unsigned long long mantissa = bits & 0xFFFFFFFFFFFFFULL;
    int biased = __maymust_exponent(bits);
    if (biased != 0) {
        *exponent = biased - 1075;
        return mantissa | 0x10000000000000ULL;
    }
    *exponent = -1074;
    while ((mantissa & 0x10000000000000ULL) == 0) {
        mantissa <<= 1;
        (*exponent)--;
    }
    return mantissa;
}

/* mantissa * 2^exponent, which is exact for what is passed here. */
static double __maymust_compose(unsigned long long mantissa, int exponent)
{
    if (mantissa == 0)
        return 0.0;
    while ((mantissa & 0x10000000000000ULL) == 0) {
        mantissa <<= 1;
        exponent--;
    }
    if (exponent >= -1074)
        return __maymust_from_bits((mantissa & 0xFFFFFFFFFFFFFULL)
                                   | (unsigned long long)(exponent + 1075) << 52);
    return __maymust_from_bits(mantissa >> (-1074 - exponent));
}

/* |x| modulo |y| of finite nonzero numbers by long division; the quotient's last bit goes to `odd`. */
static double __maymust_remainder(double x, double y, int *odd)
{
    int ex;
    int ey;
    unsigned long long mx;
    unsigned long long my;
    *odd = 0;
    if (fabs(x) < fabs(y))
        return fabs(x);
    mx = __maymust_normalise(fabs(x), &ex);
    my = __maymust_normalise(fabs(y), &ey);
    for (;;) {
        *odd = mx >= my;
        if (mx >= my)
            mx -= my;
        if (ex == ey)
            break;
        mx <<= 1;
        ex--;
    }
    return __maymust_compose(mx, ey);
}

double fmod(double x, double y)
{
    int odd;
    if (__isnan(x) || __isnan(y))
        return x + y;
    if (__isinf(x) || y == 0)
        return __maymust_invalid();
    if (__isinf(y) || x == 0)
        return x;
    return copysign(__maymust_remainder(x, y, &odd), x);
}

double remainder(double x, double y)
{
    int odd;
    double rest;
    double half;
    if (__isnan(x) || __isnan(y))
        return x + y;
    if (__isinf(x) || y == 0)
        return __maymust_invalid();
    if (__isinf(y) || x == 0)
        return x;
    y = fabs(y);
    rest = __maymust_remainder(x, y, &odd);
    half = y - rest;
    if (rest > half || (rest == half && odd))
        rest -= y;
    return x < 0 || (x == 0 && __signbit(x)) ? -rest : rest;
}

double sqrt(double x)
{
    int exponent;
    unsigned long long mantissa;
    unsigned long long root = 0;
    unsigned long long rest = 0;
    int i;
    if (__isnan(x) || x == 0)
        return x + x;
    if (x < 0)
        return __maymust_invalid();
    if (__isinf(x))
        return x;
    mantissa = __maymust_normalise(x, &exponent);
    if (exponent & 1) {
        mantissa <<= 1;
        exponent--;
    }
    /* The root of mantissa * 2^54, two bits at a time, has 54 bits: one more than the result. */
    for (i = 0; i < 54; i++) {
        rest = rest << 2 | (mantissa >> 52 & 3);
        mantissa = (mantissa << 2) & 0x3FFFFFFFFFFFFFULL;
        root <<= 1;
        if (rest >= root * 2 + 1) {
            rest -= root * 2 + 1;
            root++;
        }
    }
    /* A root of 54 bits is never exactly between two numbers, as its square would need 107 bits. */
    root += root & 1;
    return __maymust_from_bits(((root >> 1) - 0x10000000000000ULL)
                               + ((unsigned long long)((exponent + 54) / 2 + 1023 - 1) << 52));
}

double fma(double x, double y, double z)
{
    return __builtin_fma(x, y, z);
}
