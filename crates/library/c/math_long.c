/* Models of the classification of long double, in the 80-bit format of x86. */

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
