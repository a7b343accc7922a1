#include <stdio.h>
int main(void)
{
    unsigned char a = 0xA5, b = 0x3C; unsigned short s = 0xBEEF; int i = 0x12345678; long l = 0x0F0F0F0F0F0F0F0FL;
    printf("%x %x %x %x\n", a & b, a | b, a ^ b, (unsigned char)~a);
    printf("%x %lx %lx\n", s & i, l | i, l ^ s);
    a &= ~(1 << 2); b |= 1 << 7; s ^= s >> 8; i &= -i; l &= l - 1;
    printf("%x %x %x %x %lx\n", a, b, s, i, l);
    printf("%d %d %d %d\n", a && b, !a || !b, !!s, a == 0xA1);
    printf("%d\n", 5 & 3 == 3);
    printf("%d\n", (1 | 2 ^ 3 & 4) + (1 << 2 + 3));
    return 0;
}
