/* Models of the exact functions of <math.h> on long double, in the 80-bit format of x86. */

union __maymust_bits {
    long double value;
    struct {
        unsigned long long mantissa;
        unsigned short sign_exponent;
    } parts;
};

static int __maymust_class(long double x, int *negative)
{
    union __maymust_bits u;
    int exponent;
    u.value = x;
    exponent = u.parts.sign_exponent & 32767;
    *negative = u.parts.sign_exponent >> 15;
    if (exponent == 32767)
        return u.parts.mantissa << 1 != 0 ? 0 : 1;
    if (exponent == 0)
        return u.parts.mantissa == 0 ? 2 : 3;
    return 4;
}

int __isnanl(long double x)
{
    int negative;
    return __maymust_class(x, &negative) == 0;
}

int __isinfl(long double x)
{
    int negative;
    if (__maymust_class(x, &negative) != 1)
        return 0;
    return negative ? -1 : 1;
}

int __finitel(long double x)
{
    int negative;
    return __maymust_class(x, &negative) > 1;
}

int __signbitl(long double x)
{
    int negative;
    __maymust_class(x, &negative);
    return negative;
}

int __fpclassifyl(long double x)
{
    int negative;
    return __maymust_class(x, &negative);
}

long double fabsl(long double x)
{
    int negative;
    __maymust_class(x, &negative);
    return negative ? -x : x;
}

long double copysignl(long double x, long double y)
{
    return __builtin_copysignl(x, y);
}

long double floorl(long double x)
{
    return __builtin_floorl(x);
}

long double ceill(long double x)
{
    return __builtin_ceill(x);
}

long double truncl(long double x)
{
    return __builtin_truncl(x);
}

long double rintl(long double x)
{
    return __builtin_rintl(x);
}

long double nearbyintl(long double x)
{
    return __builtin_rintl(x);
}

long double roundl(long double x)
{
    long double whole = __builtin_truncl(x);
    if (fabsl(x - whole) >= 0.5L)
        whole = whole + __builtin_copysignl(1, x);
    return __builtin_copysignl(whole, x);
}

long lrintl(long double x)
{
    return (long)__builtin_rintl(x);
}

long long llrintl(long double x)
{
    return (long long)__builtin_rintl(x);
}

long lroundl(long double x)
{
    return (long)roundl(x);
}

long long llroundl(long double x)
{
    return (long long)roundl(x);
}

long double sqrtl(long double x)
{
    return __builtin_sqrtl(x);
}

long double fminl(long double x, long double y)
{
    return __builtin_fminl(x, y);
}

long double fmaxl(long double x, long double y)
{
    return __builtin_fmaxl(x, y);
}

long double fmal(long double x, long double y, long double z)
{
    return __builtin_fmal(x, y, z);
}

long double modfl(long double x, long double *integral)
{
    int negative, class = __maymust_class(x, &negative);
    *integral = __builtin_truncl(x);
    if (class == 0)
        return x + x;
    return __builtin_copysignl(class == 1 ? 0 : x - *integral, x);
}
