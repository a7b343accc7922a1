// GNU vectors: operators by element, comparisons that give masks, casts that keep bytes, shuffles.
#include <stdio.h>
#include <string.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));
typedef short s8 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef char c8 __attribute__((vector_size(8)));

static void p(v4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }
static void pf(f4 v) { printf("%g %g %g %g\n", v[0], v[1], v[2], v[3]); }
static v4 add(v4 a, v4 b) { return a + b; }
static v4 step(void) { static v4 n; return n++; }

v4 global = {1, 2, 3, 4}, *pointer = &global;
struct holder { char c; v4 v; } holder = {1, {5, 6, 7}};
static f4 table[2] = {{1.5f}, {0, 0, 3}};

static void operators(void) {
    v4 a = {1, -2, 3, -4}, b = global;
    p(a + b), p(a - b), p(a * b), p(b / a), p(b % a), p(a & b), p(a | b), p(a ^ b), p(~a), p(-a), p(+a);
    p(b << b), p(a >> 1), p(2 * a), p(a + 1), p(1 - a);
    p(a < b), p(a == b), p(a != b), p(a >= 0), p(0 > a);
    a += b, p(a);
    a *= 2, p(a);
    a++, p(a), p(a--), p(a), p(--a);
    f4 f = {1, 2.5, 3, 4}, g = f * 2;
    pf(g / f), pf(-f), pf(f - 0.5f), p(f < g);
    s8 q = {1, 2, 3, -4};
    q *= q;
    q = q >> 1;
    for (int i = 0; i < 8; i++) printf("%d ", q[i]);
    u4 u = (u4)a;
    u /= 3;
    printf("%u\n", u[1]);
    d2 d = {1.5, -2};
    d = d * d + 1.0;
    l2 mask = d > 4.0;
    printf("%g %g %ld %ld\n", d[0], d[1], mask[0], mask[1]);
}

static void elements(void) {
    v4 a = {9, 8, 7, 6}, array[3];
    int k = 1;
    a[2] = 5;
    a[k]++;
    p(a);
    printf("%d %d %d\n", (a + 1)[1], (*pointer)[3], add(a, a)[k]);
    memset(array, 1, sizeof array);
    array[k++] = a;
    array[1] -= 3;
    p(array[1]), p(array[2]), p(*pointer + array[1]);
    union { v4 v; int i[4]; } u = {.v = a};
    u.i[0] = 77;
    p(u.v), p(holder.v), pf(table[0]), pf(table[1]), p((v4){}), p((v4){1}), p(k ? a : u.v), p((k++, a));
    p(({ v4 t = a; t + t; }));
    volatile v4 v = a;
    v += 1;
    p(v), step(), step(), p(step());
    printf("%d %zu %zu\n", k, sizeof a, _Alignof(v4));
}

static void conversions(void) {
    v4 a = {1, -2, 3, -4}, b = {3, 6, 9, 12};
    f4 f = {1.25f, 2, -3.75f, 4};
    l2 l = (l2)a;
    b16 c = (b16)a;
    long long scalar = 0x1122334455667788;
    c8 x = (c8)scalar;
    p((v4)f), pf((f4)b), pf(__builtin_convertvector(a, f4)), p(__builtin_convertvector(f, v4));
    printf("%lx %lx %x %llx\n", l[0], l[1], x[1], (long long)(x + 1));
    c += 200;
    c = (b16)(c > 100);
    for (int i = 0; i < 16; i++) printf("%d ", c[i]);
    puts("");
    p(__builtin_shuffle(a, (v4){3, 2, 1, 0})), p(__builtin_shuffle(a, b, (v4){0, 4, 1, 5}));
    p(__builtin_shuffle(a, b)), p(__builtin_shuffle(a, b, b)), p(__builtin_shufflevector(a, b, 0, 7, 2, 5));
}

int main(void) {
    operators();
    elements();
    conversions();
    return 0;
}
