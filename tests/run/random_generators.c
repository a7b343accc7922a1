#include <stdio.h>
#include <stdint.h>
static uint64_t rotl(uint64_t x, int k) {
    return x << k | x >> (64 - k);
}

static uint64_t sm(uint64_t *s) {
    uint64_t z = *s += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

static uint64_t xo(uint64_t s[4]) {
    uint64_t r = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return r;
}

static uint32_t mt[624];
static int mi = 624;
static uint32_t mtn(void) {
    if (mi == 624) {
        for (int i = 0; i < 624; i++) {
            uint32_t y = (mt[i] & 0x80000000u) | (mt[(i + 1) % 624] & 0x7FFFFFFFu);
            mt[i] = mt[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908B0DFu : 0);
        }
        mi = 0;
    }
    uint32_t y = mt[mi++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9D2C5680u;
    y ^= y << 15 & 0xEFC60000u;
    return y ^ y >> 18;
}

int main(void) {
    uint64_t s = 1, x[4];
    for (int i = 0; i < 4; i++) x[i] = sm(&s);
    for (int i = 0; i < 5; i++) printf("%016llx\n", (unsigned long long)xo(x));
    mt[0] = 5489;
    for (int i = 1; i < 624; i++) mt[i] = 1812433253u * (mt[i - 1] ^ mt[i - 1] >> 30) + i;
    for (int i = 0; i < 5; i++) printf("%u ", mtn());
    puts("");
    printf("%.12f\n", (double)(xo(x) >> 11) / 9007199254740992.0);
    return 0;
}
