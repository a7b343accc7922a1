#include <stdio.h>
#include <stdint.h>
static void put32(uint8_t *p, uint32_t v) {
    p[0] = v >> 24;
    p[1] = v >> 16;
    p[2] = v >> 8;
    p[3] = v;
}

static uint32_t get32(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}

static uint64_t varint(const uint8_t **p) {
    uint64_t v = 0;
    int s = 0;
    do {
        v |= (uint64_t)(**p & 127) << s;
        s += 7;
    } while (*(*p)++ & 128);
    return v;
}

static int enc(uint64_t v, uint8_t *o) {
    int n = 0;
    while (v > 127) {
        o[n++] = v | 128;
        v >>= 7;
    }
    o[n++] = v;
    return n;
}

static int64_t zz(uint64_t v) {
    return (int64_t)(v >> 1) ^ -(int64_t)(v & 1);
}

int main(void) {
    uint8_t b[64];
    put32(b, 0xCAFEBABE);
    printf("%02x%02x %x\n", b[0], b[3], get32(b));
    uint64_t v[] = { 0, 1, 127, 128, 300, 1ull << 35, ~0ull };
    int n = 0, i;
    for (i = 0; i < 7; i++) n += enc(v[i], b + n);
    printf("%d\n", n);
    const uint8_t *p = b;
    for (i = 0; i < 7; i++) {
        uint64_t x = varint(&p);
        printf("%llu %lld\n", (unsigned long long)x, (long long)zz(x));
    }
    union { uint32_t u; uint8_t c[4]; } t = { 1 };
    puts(t.c[0] ? "little" : "big");
    printf("%x %x\n", __builtin_bswap32(0x11223344), (uint16_t)(0x1234 << 8 | 0x1234 >> 8));
    return 0;
}
