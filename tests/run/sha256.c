#include <stdio.h>
#include <string.h>
#include <stdint.h>
static uint32_t rr(uint32_t x, int n) {
    return x >> n | x << (32 - n);
}

static uint32_t K[64], H0[8];
static void consts(void) {
    int n = 0, p;
    for (p = 2; n < 64; p++) {
        int q, prime = 1;
        for (q = 2; q * q <= p; q++) if (p % q == 0) prime = 0;
        if (!prime) continue;
        unsigned __int128 lo = 0, hi = (unsigned __int128)1 << 40;
        while (hi - lo > 1) {
            unsigned __int128 m = (lo + hi) / 2;
            if (m * m * m <= (unsigned __int128)p << 96) lo = m;
            else hi = m;
        }
        K[n] = (uint32_t)lo;
        if (n < 8) {
            lo = 0;
            hi = (unsigned __int128)1 << 40;
            while (hi - lo > 1) {
                unsigned __int128 m = (lo + hi) / 2;
                if (m * m <= (unsigned __int128)p << 64) lo = m;
                else hi = m;
            }
            H0[n] = (uint32_t)lo;
        }
        n++;
    }
}

static void block(uint32_t *h, const uint8_t *p) {
    uint32_t w[64], v[8];
    int i;
    for (i = 0; i < 16; i++) w[i] = (uint32_t)p[4 * i] << 24 | p[4 * i + 1] << 16 | p[4 * i + 2] << 8 | p[4 * i + 3];
    for (; i < 64; i++) w[i] = w[i - 16] + w[i - 7] + (rr(w[i - 15], 7) ^ rr(w[i - 15],
        18) ^ w[i - 15] >> 3) + (rr(w[i - 2], 17) ^ rr(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(v, h, 32);
    for (i = 0; i < 64; i++) {
        uint32_t a = v[7] + (rr(v[4], 6) ^ rr(v[4], 11) ^ rr(v[4],
            25)) + (v[4] & v[5] ^ ~v[4] & v[6]) + K[i] + w[i], b = (rr(v[0], 2) ^ rr(v[0], 13) ^ rr(v[0],
            22)) + (v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]);
        memmove(v + 1, v, 28);
        v[4] += a;
        v[0] = a + b;
    }
    for (i = 0; i < 8; i++) h[i] += v[i];
}

int main(void) {
    const char *msg[] = { "", "abc", "The quick brown fox jumps over the lazy dog, twice over and over again." };
    int k, i;
    consts();
    for (k = 0; k < 3; k++) {
        uint32_t h[8];
        uint8_t buf[192] = { 0 };
        size_t n = strlen(msg[k]), t = (n + 9 + 63) / 64 * 64;
        memcpy(h, H0, 32);
        memcpy(buf, msg[k], n);
        buf[n] = 0x80;
        buf[t - 1] = n * 8;
        buf[t - 2] = n * 8 >> 8;
        for (i = 0; i < (int)t; i += 64) block(h, buf + i);
        for (i = 0; i < 8; i++) printf("%08x", h[i]);
        puts("");
    }
    return 0;
}
