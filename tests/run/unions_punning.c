#include <stdio.h>
union all { unsigned char b[8]; unsigned short s[4]; unsigned i[2]; unsigned long long l; double d; struct {
    unsigned lo : 12, mid : 20, hi; } f; };
int main(void) {
    union all u;
    int i;
    u.l = 0x0123456789ABCDEFULL;
    for (i = 0; i < 8; i++) printf("%02x ", u.b[i]);
    puts("");
    printf("%x %x %x %x %x\n", u.s[0], u.s[3], u.i[0], u.i[1], u.f.mid);
    u.b[7] = 0x40;
    u.b[6] = 0x09;
    printf("%.6f\n", u.d);
    u.f.lo = 0xABC;
    u.f.hi = 7;
    printf("%llx\n", u.l);
    u.s[2]++;
    u.i[0] ^= u.i[1];
    printf("%llx\n", u.l);
    union all w = u, *p = &w;
    p->b[0] = 0;
    printf("%d %d\n", w.b[0], u.b[0] == (u.l & 255));
    union { int a; float b; } x = { .b = 1.0f };
    printf("%x\n", x.a);
    union all init = { { 1, 2, 3 } };
    printf("%llx\n", init.l);
    return sizeof u;
}
