#include <stdio.h>
int main(void) {
    unsigned v[] = { 1, 2, 3, 0x80000000u, 0xFFFFFFFFu, 0x00F0F000u, 12345678 };
    unsigned i;
    for (i = 0; i < 7; i++) {
        unsigned x = v[i];
        unsigned long l = (unsigned long)x << 20 | x;
        printf("%d %d %d %d %d ", __builtin_clz(x), __builtin_ctz(x), __builtin_ffs(x), __builtin_popcount(x),
            __builtin_parity(x));
        printf("%d %d %d %d %d ", __builtin_clzl(l), __builtin_ctzl(l), __builtin_ffsl(l), __builtin_popcountl(l),
            __builtin_parityl(l));
        printf("%d %d %d %d %d\n", __builtin_clzll(l), __builtin_ctzll(l), __builtin_ffsll(l),
            __builtin_popcountll(l), __builtin_parityll(l));
        printf("%x %x %lx\n", __builtin_bswap16(x), __builtin_bswap32(x), (unsigned long)__builtin_bswap64(l));
    }
    printf("%d %d %d %d\n", __builtin_ffs(0), __builtin_popcount(0), __builtin_clrsb(0), __builtin_clrsb(-5));
    printf("%d %d\n", __builtin_clrsbl(1000L), __builtin_clrsbll(-1LL));
    return 0;
}
