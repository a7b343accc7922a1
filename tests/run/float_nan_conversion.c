/* Conversions between floating types keep the sign and the top of the payload of a NaN. */
#include <math.h>
#include <stdio.h>
#include <string.h>

static void show_double(double d)
{
    unsigned long bits;
    memcpy(&bits, &d, sizeof bits);
    printf("%f %lx\n", d, bits);
}

static void show_float(float f)
{
    unsigned bits;
    memcpy(&bits, &f, sizeof bits);
    printf("%x %d ", bits, signbit(f) != 0);
    show_double(f);
}

static float float_of(unsigned bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static double double_of(unsigned long bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

int main(void)
{
    volatile double d = NAN;
    volatile float f = (float)NAN;
    printf("%f %f %f\n", (double)(float)NAN, d, (double)f);
    show_float((float)d);
    show_float((float)-d);
    show_double(f);
    show_double(-f);
    show_float(float_of(0x7fc12345));
    show_float(float_of(0xffc12345));
    show_float((float)double_of(0x7ff8abcdef012345));
    show_float((float)double_of(0xfff8abcdef012345));
    show_double((double)(long double)d);
    show_double((double)(long double)-d);
    show_float((float)(long double)float_of(0xffc00001));
    printf("%d %d\n", d == d, (float)d != (float)d);
    show_double((double)1.5f);
    show_float((float)1e300);
    show_float((float)-1e-300);
    return 0;
}
