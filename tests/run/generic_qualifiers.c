/* _Generic with qualifiers, decay and the types of constants. */
#include <stdio.h>
#define N(x) _Generic((x), int*:"int*", const int*:"cint*", volatile int*:"vint*", char*:"char*", const char*:"cchar*", void(*)(void):"fn", int(*)[3]:"arr", float:"float", double:"double", long double:"ld", _Bool:"bool", char:"char", signed char:"schar", unsigned char:"uchar", short:"short", int:"int", unsigned:"uint", long:"long", unsigned long:"ulong", long long:"ll", __int128:"i128", default:"other")

static void fn(void)
{
}
typedef const int ci;
struct s {
    const int c;
    int *const p;
};

int main(void)
{
    int i = 0;
    const int c = 1;
    volatile int v = 2;
    int a[3];
    char s[] = "x";
    struct s st = {1, &i};
    printf("%s %s %s %s %s %s %s\n", N(&i), N(&c), N(&v), N(a), N(&a), N(s), N("lit"));
    printf("%s %s %s %s\n", N(c), N(v), N((ci)3), N(st.c));
    printf("%s %s %s\n", N(fn), N(&fn), N(st.p));
    printf("%s %s %s %s %s\n", N('a'), N((char)1), N((signed char)1), N(1.0f), N(1.0L));
    printf("%s %s %s %s %s %s\n", N(1u), N(1L), N(1UL), N(1LL), N((__int128)1), N((_Bool)1));
    printf("%s %s %s\n", N((short)1), N((short)1+1), N(i?1:2u));
    printf("%s %s %s %s\n", N(i?&i:0), N(i?&i:(void*)0), N(i?&i:&c), N(1?(char)1:(char)2));
    printf("%s %s %s\n", N(sizeof i), N(&a[2]-&a[0]), N(0x80000000));
    printf("%s %s %s %s\n", N(2147483648), N(0xffffffffffffffff), N(4294967296u), N(1 == 1));
    printf("%s %s\n", N((i, c)), N(({ const int k = 1; k; })));
    __auto_type au = &c;
    printf("%s\n", N(au));
    typeof(c) tc = 5;
    printf("%s %s\n", N(&tc), N(L'a'));
    enum {
        E1 = 1, E2 = 0x7fffffff
    };
    enum big {
        B = 0x100000000
    };
    printf("%s %s %zu\n", N(E1), N((enum big)1), sizeof(enum big));
    return 0;
}
