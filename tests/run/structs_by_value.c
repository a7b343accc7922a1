#include <stdio.h>
#define S(n) struct s##n { char c[n]; }; static struct s##n f##n(struct s##n x, int k) { int i; for (i = 0; i < n; i++) x.c[i] += k + i; return x; }
S(1) S(2) S(3) S(4) S(5) S(7) S(8) S(9) S(12) S(15) S(16) S(17) S(24) S(33) S(64) S(100)
#define R(n) do { struct s##n x; int i, h = 0; for (i = 0; i < n; i++) x.c[i] = i; struct s##n y = f##n(f##n(x, 1), 2); for (i = 0; i < n; i++) h = h * 31 + y.c[i] + x.c[i] & 0xFFFFF; printf("%d %d %d\n", n, (int)sizeof y, h); } while (0)
struct m { float f; int i; };
struct n { double a, b; };
struct o { long a; float b; char c; };
struct q { struct m m; short s[3]; };
static struct m fm(struct m a, struct n b, struct o c, struct q d) {
    struct m r = { a.f + b.a + c.b, a.i + b.b + c.a + c.c + d.m.i + d.s[2] };
    return r;
}

int main(void) {
    R(1);
    R(2);
    R(3);
    R(4);
    R(5);
    R(7);
    R(8);
    R(9);
    R(12);
    R(15);
    R(16);
    R(17);
    R(24);
    R(33);
    R(64);
    R(100);
    struct m r = fm((struct m){ 1.5f, 2 }, (struct n){ 3, 4 }, (struct o){ 5, 6, 7 }, (struct q){ { 8, 9 }, { 10,
        11, 12 } });
    printf("%g %d\n", r.f, r.i);
    return 0;
}
