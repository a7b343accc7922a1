#include <stdio.h>
#include <stdint.h>
static uint32_t t32[256];
static uint16_t crc16(const void *p, int n) {
    const uint8_t *b = p;
    uint16_t c = 0xFFFF;
    while (n--) {
        c ^= *b++ << 8;
        for (int i = 0; i < 8; i++) c = c & 0x8000 ? c << 1 ^ 0x1021 : c << 1;
    }
    return c;
}

static uint32_t crc32(const char *s) {
    uint32_t c = ~0u;
    while (*s) c = t32[(c ^ (uint8_t)*s++) & 255] ^ c >> 8;
    return ~c;
}

static uint64_t crc64(const char *s) {
    uint64_t c = 0;
    for (; *s; s++) {
        c ^= (uint64_t)(uint8_t)*s << 56;
        for (int i = 0; i < 8; i++) c = (int64_t)c < 0 ? c << 1 ^ 0x42F0E1EBA9EA3693ull : c << 1;
    }
    return c;
}

static unsigned adler(const char *s) {
    unsigned a = 1, b = 0;
    for (; *s; s++) a = (a + (unsigned char)*s) % 65521, b = (b + a) % 65521;
    return b << 16 | a;
}

int main(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
        t32[i] = c;
    }
    printf("%08x %04x %016llx %08x\n", crc32("123456789"), crc16("123456789", 9),
        (unsigned long long)crc64("123456789"), adler("Wikipedia"));
    return 0;
}
