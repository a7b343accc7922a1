#include <stdio.h>
int main(void) {
    int i;
    long l;
    unsigned u = 0x80000001u;
    unsigned long ul = 0x8000000000000001ul;
    signed char c = -128;
    unsigned char uc = 0x81;
    short s = -1234;
    for (i = 0; i < 32; i += 5) printf("%x %x %d %lx %lx\n", u << i, u >> i, -1000 >> i, ul << (i * 2),
        ul >> (i * 2));
    printf("%d %d %d %d\n", c >> 3, uc << 3, uc >> 1, s >> 4);
    uc <<= 1;
    printf("%d\n", uc);
    c >>= 1;
    printf("%d\n", c);
    l = -1;
    l >>= 63;
    printf("%ld\n", l);
    u >>= (char)4;
    printf("%x\n", u);
    printf("%d\n", 1 << 'a' % 7);
    printf("%llx\n", 1ULL << 63 >> 62);
    return (int)(ul >> 60);
}
