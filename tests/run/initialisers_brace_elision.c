#include <stdio.h>
struct a { int x; int y[2]; struct { char c; short d[2]; } z; };
struct a v[] = { 1, 2, 3, 'a', 4, 5, 6, { 7 }, { 'b', 8 }, 9, 10, 11 };
int m[][2][2] = { 1, 2, 3, 4, { 5, 6 }, { { 7 }, { 8 } } };
char s1[] = { "hello" }, s2[3] = "abc", *s3[] = { "x", "yy", };
int scalar = { 5 };
int main(void) {
    unsigned i;
    for (i = 0; i < sizeof v / sizeof *v; i++) printf("%d %d %d %c %d %d\n", v[i].x, v[i].y[0], v[i].y[1],
        v[i].z.c ? v[i].z.c : '-', v[i].z.d[0], v[i].z.d[1]);
    printf("%zu %d %d %d %d %d\n", sizeof m, m[0][1][1], m[1][0][1], m[1][1][0], m[2][0][0], m[2][1][0]);
    printf("%zu %zu %.3s %zu %d\n", sizeof s1, sizeof s2, s2, sizeof s3, scalar);
    int x = 3, loc[4] = { x, x * 2, [3] = x++ };
    printf("%d %d %d %d\n", loc[0], loc[1], loc[2], loc[3]);
    struct a w = { x }, e = {};
    printf("%d %d %d\n", w.x, w.y[1], e.z.c);
    struct { struct { int q; } i; int a[3]; } t = { { 1 }, 2, 3 };
    printf("%d %d %d %d\n", t.i.q, t.a[0], t.a[1], t.a[2]);
    union { int a; char b; } u[2] = { 5, { .b = 6 } };
    printf("%d %d\n", u[0].a, u[1].b);
    return 0;
}
