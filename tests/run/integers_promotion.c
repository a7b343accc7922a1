#include <stdio.h>
int main(void)
{
    unsigned char uc = 200; signed char sc = -100; unsigned short us = 65535; short s = -32768; char c = 'A';
    printf("%d %d %d %d %d\n", uc + uc, sc + sc, us + 1, s - 1, c + c);
    printf("%d %d %d\n", ~uc, -us, !s);
    printf("%zu %zu %zu %zu\n", sizeof(uc + uc), sizeof(c), sizeof(+c), sizeof('a'));
    uc += 100; sc -= 100; us++; s--;
    printf("%d %d %d %d\n", uc, sc, us, s);
    printf("%d %d\n", -1 < 1u, -1L < 1u);
    printf("%d %d\n", (unsigned char)-1 > 0, (signed char)255 < 0);
    printf("%u %lu %llu\n", (unsigned)-1, (unsigned long)-1, (unsigned long long)(int)-1);
    printf("%d\n", (us ^ 0xFFFF) == 0x0000);
    unsigned x = 5; int y = -6;
    printf("%d %u\n", x + y > 0, x + y);
    _Bool b = 256; printf("%d %d %d\n", b, (_Bool)0.1, (_Bool)(void *)&b);
    b--; printf("%d ", b); b--; printf("%d\n", b);
    return uc;
}
