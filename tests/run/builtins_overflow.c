#include <stdio.h>
#include <limits.h>
int main(void) {
    int r;
    unsigned u;
    long l;
    unsigned char c;
    short s;
    long long ll;
    unsigned long ul;
    _Bool b;
    b = __builtin_add_overflow(INT_MAX, 1, &r);
    printf("%d %d\n", b, r);
    b = __builtin_sub_overflow(INT_MIN, 1, &r);
    printf("%d %d\n", b, r);
    b = __builtin_mul_overflow(65536, 65536, &r);
    printf("%d %d\n", b, r);
    b = __builtin_add_overflow(5, -7, &u);
    printf("%d %u\n", b, u);
    b = __builtin_mul_overflow(1L << 40, 1L << 30, &l);
    printf("%d %ld\n", b, l);
    b = __builtin_add_overflow(200, 100, &c);
    printf("%d %d\n", b, c);
    b = __builtin_sub_overflow(-30000, 10000, &s);
    printf("%d %d\n", b, s);
    b = __builtin_add_overflow(-1, 1u, &r);
    printf("%d %d\n", b, r);
    b = __builtin_mul_overflow(-1LL, 3ull, &ll);
    printf("%d %lld\n", b, ll);
    printf("%d", __builtin_sadd_overflow(1, 2, &r));
    printf(" %d\n", r);
    printf("%d", __builtin_umul_overflow(3000000000u, 2, &u));
    printf(" %u\n", u);
    printf("%d", __builtin_ssubl_overflow(LONG_MIN, 1, &l));
    printf(" %ld\n", l);
    printf("%d", __builtin_uaddl_overflow(ULONG_MAX, 2, &ul));
    printf(" %lu\n", ul);
    printf("%d", __builtin_smulll_overflow(LLONG_MAX, 2, &ll));
    printf(" %lld\n", ll);
    printf("%d %d %d\n", __builtin_add_overflow_p(INT_MAX, 1, 0), __builtin_mul_overflow_p(3, 4, (char)0),
        __builtin_sub_overflow_p(0u, 1u, 0u));
    b = __builtin_add_overflow(ULONG_MAX, 1, &ul);
    printf("%d %lu\n", b, ul);
    return 0;
}
