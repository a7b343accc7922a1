#include <stdio.h>
#include <math.h>
int main(void)
{
    volatile double zero = 0; double inf = 1 / zero, nan_ = __builtin_nan(""), n = -inf; float fi = __builtin_inff();
    printf("%f %f %F %g\n", inf, n, inf, fi);
    printf("%d %d %d %d %d\n", inf > 1e308, n < -1e308, nan_ == nan_, nan_ != nan_, nan_ < 1);
    printf("%d %d %d %d\n", !!isnan(nan_), !!isinf(inf), !!isfinite(1.0), !!isnormal(1e-310));
    printf("%d %d %d\n", !!signbit(-0.0), !!signbit(0.0), !!signbit(n));
    printf("%d %d %d\n", fpclassify(0.0) == FP_ZERO, fpclassify(1e-310) == FP_SUBNORMAL, fpclassify(nan_) == FP_NAN);
    printf("%d %d %d %d\n", isgreater(2.0, 1.0), isless(nan_, 1.0), isunordered(nan_, 1.0), islessgreater(1.0, 2.0));
    printf("%d %d\n", __builtin_isinf_sign(n), __builtin_isinf_sign(inf));
    printf("%g %g %g\n", inf + 1, inf * -2, 1 / inf);
    printf("%d %d\n", !!isnan(inf - inf), !!isnan(inf * 0));
    printf("%d\n", nan_ ? 1 : 0);
    printf("%g %g\n", HUGE_VAL, (double)INFINITY);
    return 0;
}
