#include <stdio.h>
#include <stddef.h>
struct a { char c; int i; char d; double e; short s; };
struct b { struct a a; char t; };
struct __attribute__((packed)) c { char c; int i; double d; };
struct d { char c; long long l __attribute__((packed)); };
struct e { char c; int x __attribute__((aligned(16))); };
struct f { char c; } __attribute__((aligned(8)));
union u { char c[5]; int i; };
struct g { int n; char data[]; };
struct h { int n; int z[0]; struct {} empty; };
struct i { char a; struct { short b; char c; }; union { int d; char e; }; };
int main(void) {
    printf("%zu %zu %zu %zu %zu\n", sizeof(struct a), offsetof(struct a, i), offsetof(struct a, d),
        offsetof(struct a, e), offsetof(struct a, s));
    printf("%zu %zu %zu %zu\n", sizeof(struct b), offsetof(struct b, t), sizeof(struct c), offsetof(struct c, d));
    printf("%zu %zu %zu %zu\n", sizeof(struct d), sizeof(struct e), offsetof(struct e, x), _Alignof(struct e));
    printf("%zu %zu %zu %zu\n", sizeof(struct f), sizeof(union u), sizeof(struct g), sizeof(struct h));
    printf("%zu %zu %zu %zu %zu\n", sizeof(struct i), offsetof(struct i, b), offsetof(struct i, c),
        offsetof(struct i, d), offsetof(struct i, e));
    printf("%zu %zu\n", offsetof(struct b, a.e), offsetof(struct g, data[3]));
    int k = 2;
    printf("%zu\n", offsetof(union u, c[k]));
    return 0;
}
