#include <stdio.h>
#include <string.h>
#define DUMP(v) do { unsigned char *p_ = (unsigned char *)&(v); for (unsigned i_ = 0; i_ < sizeof(v); i_++) printf("%02x", p_[i_]); puts(""); } while (0)
struct a { unsigned x : 4, y : 4; };
struct b { char c; int x : 12; int y : 12; short z; };
struct c { int x : 20; int : 0; int y : 3; };
struct d { unsigned char x : 3; unsigned short y : 11; unsigned z : 17; };
struct e { long long x : 33; long long y : 31; int z : 7; };
struct __attribute__((packed)) f { unsigned x : 3; unsigned y : 13; unsigned z : 15; char c; unsigned w : 31; };
union u { unsigned a : 5; unsigned short b : 9; unsigned char c; };
int main(void) {
    struct a a;
    struct b b;
    struct c c;
    struct d d;
    struct e e;
    struct f f;
    union u u;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    memset(&c, 0, sizeof c);
    memset(&d, 0, sizeof d);
    memset(&e, 0, sizeof e);
    memset(&f, 0, sizeof f);
    memset(&u, 0, sizeof u);
    a.x = 5;
    a.y = 10;
    DUMP(a);
    b.c = 1;
    b.x = -3;
    b.y = 0x7AB;
    b.z = -2;
    DUMP(b);
    c.x = -5;
    c.y = 3;
    DUMP(c);
    d.x = 6;
    d.y = 1234;
    d.z = 98765;
    DUMP(d);
    e.x = -1234567890LL;
    e.y = 987654321;
    e.z = -33;
    DUMP(e);
    f.x = 5;
    f.y = 4321;
    f.z = 30000;
    f.c = 'q';
    f.w = 0x7ABCDEF1;
    DUMP(f);
    u.b = 0x155;
    u.a = 3;
    DUMP(u);
    printf("%d %d %d %d %d %d %d\n", (int)sizeof a, (int)sizeof b, (int)sizeof c, (int)sizeof d, (int)sizeof e,
        (int)sizeof f, (int)sizeof u);
    printf("%d %d %u %d %lld %d %u\n", b.x, b.y, d.z, c.y, (long long)e.x, e.z, f.w);
    return 0;
}
