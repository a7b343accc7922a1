/* 128-bit integers printed by halves and digits. */
#include <stdio.h>
typedef unsigned __int128 u;
typedef __int128 s;

static void pr(u v)
{
    char b[48];
    int i = 47;
    b[i] = 0;
    do b[--i] = '0'+(int)(v%10);
    while (v /= 10);
    printf("%s ", b+i);
}

static void h(u v)
{
    printf("%016llx%016llx ", (unsigned long long)(v>>64), (unsigned long long)v);
}

int main(void)
{
    u a = ~(u)0;
    pr(a);
    h(a>>3);
    s m = (s)1<<126;
    h((u)(m-1+m));
    s n = -(s)12345678901234567890ULL*1000000007;
    h((u)n);
    pr((u)-n);
    printf("%lld %lld\n", (long long)(n/1000000000000LL), (long long)(n%1000003));
    u f = 1;
    for (int i = 1;i <= 33;i++) f *= i;
    pr(f);
    h(f<<5);
    printf("%d %d\n", n<0, (u)n>a/2);
    double d = (double)f;
    printf("%g %g\n", d, (double)n);
    s back = (s)1e20;
    pr((u)back);
    s sh = n>>100;
    printf("%lld\n", (long long)sh);
    u x = ((u)0x0123456789abcdefULL<<64)|0xfedcba9876543210ULL;
    h(x);
    h(~x);
    h(x^a);
    h(x&-x);
    printf("%d %d\n", __builtin_popcountll((unsigned long long)(x>>64)), (int)(x%97));
    struct {
        char c;
        s v;
    }
    st = {1, -5};
    h((u)st.v);
    printf("%zu\n", sizeof st);
    s r;
    printf("%d ", __builtin_mul_overflow(m, (s)2, &r));
    h((u)r);
    printf("%d\n", __builtin_add_overflow(m, m-1, &r));
    _Bool b = f;
    printf("%d\n", b);
    float fl = (float)(s)-3;
    printf("%f\n", fl);
    switch ((int)(x>>124)) {
        case 0: puts("zero");
    }
    return 0;
}
