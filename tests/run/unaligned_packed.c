#include <stdio.h>
#include <string.h>
#include <stdint.h>
struct __attribute__((packed)) h { uint8_t t; uint32_t len; uint16_t port; uint64_t id; float f; };
static uint32_t rd32(const void *p) {
    const uint8_t *b = p;
    return b[0] | b[1] << 8 | b[2] << 16 | (uint32_t)b[3] << 24;
}

static uint32_t ld(const void *p) {
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}

int main(void) {
    struct h h = { 1, 0xDEADBEEF, 8080, 0x123456789ABCDEFull, 1.25f }, a[3];
    printf("%zu\n", sizeof h);
    uint8_t *b = (uint8_t *)&h;
    for (unsigned i = 0; i < sizeof h; i++) printf("%02x", b[i]);
    puts("");
    h.len++;
    h.port += 1;
    h.id ^= 255;
    h.f *= 2;
    printf("%x %d %llx %g\n", h.len, h.port, (unsigned long long)h.id, h.f);
    memset(a, 0, sizeof a);
    a[1] = h;
    a[2].id = a[1].id + 1;
    printf("%x %x\n", rd32((char *)a + sizeof h + 1), ld((uint8_t *)&a[1].port));
    printf("%llx\n", (unsigned long long)a[2].id);
    struct h c = a[1];
    printf("%d\n", memcmp(&c, &h, sizeof c));
    union { struct h h; uint8_t raw[19]; } u;
    memset(&u, 0x5A, sizeof u);
    printf("%x %x\n", u.h.port, u.h.len);
    return 0;
}
