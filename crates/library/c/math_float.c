/* Models of the exact functions of <math.h> on float. Going through double is exact for all of these. */

double floor(double x);
double ceil(double x);
double trunc(double x);
double round(double x);
double rint(double x);
double nearbyint(double x);
double roundeven(double x);
double sqrt(double x);
double fmod(double x, double y);
double remainder(double x, double y);
double modf(double x, double *integral);
double frexp(double x, int *exponent);
double scalbn(double x, int exponent);
double scalbln(double x, long exponent);
double logb(double x);
int ilogb(double x);
double fdim(double x, double y);

union __maymust_bits {
    float value;
    unsigned bits;
};

static unsigned __maymust_to_bits(float x)
{
    union __maymust_bits u;
    u.value = x;
    return u.bits;
}

static float __maymust_from_bits(unsigned bits)
{
    union __maymust_bits u;
    u.bits = bits;
    return u.value;
}

int __isnanf(float x)
{
    return (__maymust_to_bits(x) & 0x7FFFFFFFu) > 0x7F800000u;
}

int isnanf(float x)
{
    return __isnanf(x);
}

int __isinff(float x)
{
    unsigned bits = __maymust_to_bits(x);
    if ((bits & 0x7FFFFFFFu) != 0x7F800000u)
        return 0;
    return bits >> 31 ? -1 : 1;
}

int isinff(float x)
{
    return __isinff(x);
}

int __finitef(float x)
{
    return (__maymust_to_bits(x) & 0x7F800000u) != 0x7F800000u;
}

int finitef(float x)
{
    return __finitef(x);
}

int __signbitf(float x)
{
    return (__maymust_to_bits(x) >> 31) != 0 ? 8 : 0;
}

int __fpclassifyf(float x)
{
    unsigned bits = __maymust_to_bits(x) & 0x7FFFFFFFu;
    if (bits > 0x7F800000u)
        return 0;
    if (bits == 0x7F800000u)
        return 1;
    if (bits == 0)
        return 2;
    return bits < 0x800000u ? 3 : 4;
}

float fabsf(float x)
{
    return __maymust_from_bits(__maymust_to_bits(x) & 0x7FFFFFFFu);
}

float copysignf(float x, float sign)
{
    return __maymust_from_bits((__maymust_to_bits(x) & 0x7FFFFFFFu) | (__maymust_to_bits(sign) & 0x80000000u));
}

float nanf(const char *tag)
{
    return __maymust_from_bits(0x7FC00000u);
}

float floorf(float x)
{
    return (float)floor(x);
}

float ceilf(float x)
{
    return (float)ceil(x);
}

float truncf(float x)
{
    return (float)trunc(x);
}

float roundf(float x)
{
    return (float)round(x);
}

float rintf(float x)
{
    return (float)rint(x);
}

float nearbyintf(float x)
{
    return (float)nearbyint(x);
}

float roundevenf(float x)
{
    return (float)roundeven(x);
}

float sqrtf(float x)
{
    return (float)sqrt(x);
}

long lroundf(float x)
{
    return (long)round(x);
}

long long llroundf(float x)
{
    return (long long)round(x);
}

long lrintf(float x)
{
    return (long)rint(x);
}

long long llrintf(float x)
{
    return (long long)rint(x);
}

float fmodf(float x, float y)
{
    return (float)fmod(x, y);
}

float remainderf(float x, float y)
{
    return (float)remainder(x, y);
}

float fdimf(float x, float y)
{
    return (float)fdim(x, y);
}

static int __maymust_is_signalling(float x)
{
    return __isnanf(x) && (__maymust_to_bits(x) >> 22 & 1) == 0;
}

/* Of zeros the result is the second one, as in glibc. */
float fminf(float x, float y)
{
    if (__maymust_is_signalling(x) || __maymust_is_signalling(y))
        return x + y;
    if (__isnanf(x))
        return y;
    if (__isnanf(y))
        return x;
    return x < y ? x : y;
}

float fmaxf(float x, float y)
{
    if (__maymust_is_signalling(x) || __maymust_is_signalling(y))
        return x + y;
    if (__isnanf(x))
        return y;
    if (__isnanf(y))
        return x;
    return x > y ? x : y;
}

float modff(float x, float *integral)
{
    double whole;
    float part = (float)modf(x, &whole);
    *integral = (float)whole;
    return part;
}

float frexpf(float x, int *exponent)
{
    return (float)frexp(x, exponent);
}

float scalbnf(float x, int exponent)
{
    return (float)scalbn(x, exponent);
}

float ldexpf(float x, int exponent)
{
    return (float)scalbn(x, exponent);
}

float scalblnf(float x, long exponent)
{
    return (float)scalbln(x, exponent);
}

float logbf(float x)
{
    return (float)logb(x);
}

int ilogbf(float x)
{
    return ilogb(x);
}

float nextafterf(float x, float y)
{
    unsigned bits = __maymust_to_bits(x);
    if (__isnanf(x) || __isnanf(y))
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        bits = 1 | (__maymust_to_bits(y) & 0x80000000u);
    else if ((x < y) == (x > 0))
        bits++;
    else
        bits--;
    return __maymust_from_bits(bits);
}

float fmaf(float x, float y, float z)
{
    return __builtin_fmaf(x, y, z);
}
