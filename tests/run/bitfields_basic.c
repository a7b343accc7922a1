#include <stdio.h>
struct s { unsigned a : 3; int b : 5; unsigned c : 24; signed d : 1; unsigned char e : 7; _Bool f : 1;
    unsigned long long g : 40; };
int main(void) {
    struct s s = { 7, -16, 0xABCDEF, -1, 100, 1, 0x123456789AULL };
    printf("%u %d %x %d %d %d %llx\n", s.a, s.b, s.c, s.d, s.e, s.f, (unsigned long long)s.g);
    s.a++;
    s.b--;
    s.c += 0x543211;
    s.d = 0;
    s.e <<= 1;
    s.f = 4;
    s.g *= 3;
    printf("%u %d %x %d %d %d %llx\n", s.a, s.b, s.c, s.d, s.e, s.f, (unsigned long long)s.g);
    printf("%d %d %d\n", s.a = 13, s.b = 17, (s.e = 300));
    printf("%d %d\n", s.a - 10 < 0, s.c - 0x1000000 < 0);
    s.b = 15;
    printf("%d", s.b++);
    printf(" %d", s.b);
    printf(" %d\n", ++s.b);
    printf("%d\n", (int)sizeof(struct s));
    struct s t = s;
    t.a = 0;
    printf("%d %d\n", s.a, t.a == 0);
    s.c = s.c / 7 % 1000;
    s.g >>= 9;
    s.g |= 1ULL << 39;
    s.a ^= 5;
    s.b = ~s.b;
    printf("%u %llx %u %d\n", s.c, (unsigned long long)s.g, s.a, s.b);
    return s.a;
}
