#include <stdio.h>
#include <stdint.h>
static uint32_t rev(uint32_t x) {
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0F0F0F0F) | (x & 0x0F0F0F0F) << 4;
    return __builtin_bswap32(x);
}

static int pop(uint64_t x) {
    int c = 0;
    for (; x; x &= x - 1) c++;
    return c;
}

static uint32_t isq(uint32_t n) {
    uint32_t r = 0, b = 1u << 30;
    while (b > n) b >>= 2;
    for (; b; b >>= 2) if (n >= r + b) {
        n -= r + b;
        r = (r >> 1) + b;
    } else r >>= 1;
    return r;
}

static int lg(unsigned v) {
    static const int t[32] = { 0, 9, 1, 10, 13, 21, 2, 29, 11, 14, 16, 18, 22, 25, 3, 30, 8, 12, 20, 28, 15, 17, 24,
        7, 19, 27, 23, 6, 26, 5, 4, 31 };
    v |= v >> 1;
    v |= v >> 2;
    v |= v >> 4;
    v |= v >> 8;
    v |= v >> 16;
    return t[v * 0x07C4ACDDu >> 27];
}

static uint64_t morton(uint32_t x, uint32_t y) {
    uint64_t r = 0;
    for (int i = 0; i < 32; i++) r |= (uint64_t)(x >> i & 1) << (2 * i) | (uint64_t)(y >> i & 1) << (2 * i + 1);
    return r;
}

int main(void) {
    uint32_t v[] = { 0, 1, 0x12345678, 0xFFFFFFFF, 0x80000000, 999999 };
    for (int i = 0; i < 6; i++) printf("%08x %d %u %d %llx\n", rev(v[i]), pop(v[i]), isq(v[i]),
        v[i] ? lg(v[i]) : -1, (unsigned long long)morton(v[i], ~v[i]));
    int a = 5, b = -9;
    printf("%d %d %d\n", (a ^ b) < 0, b & -b, a ^ ((a ^ b) & -(a < b)));
    a ^= b;
    b ^= a;
    a ^= b;
    printf("%d %d\n", a, b);
    return 0;
}
