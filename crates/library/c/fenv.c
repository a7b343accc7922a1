/* Models of <fenv.h>: floating-point operations round to the nearest number, which is mode 0, and no other mode is modelled. */

int __maymust_unsupported(const char *reason);

int fegetround(void)
{
    return 0;
}

int fesetround(int mode)
{
    if (mode == 0)
        return 0;
    return __maymust_unsupported("fesetround: rounding other than to nearest");
}
