#include <stdio.h>
struct in { int a[3]; char b; }; struct out { struct in x, y; double d; };
static struct out make(int n) { struct out o = { { { n, n + 1, n + 2 }, 'x' }, .d = n / 2.0 }; o.y = o.x; o.y.b++; return o; }
static int sum(struct in i) { i.a[0] += 100; return i.a[0] + i.a[1] + i.a[2] + i.b; }
int main(void)
{
    struct out a = make(5), b, *p = &b; b = a; b.x.a[1] = 50; *p = (a.x.a[0] ? b : a);
    printf("%d %d %d %d %g\n", sum(a.x), sum(b.x), sum(p->y), a.x.a[0], p->d);
    struct in arr[3] = { a.x, b.y }; arr[2] = arr[0]; arr[0].a[0] = 9; printf("%d %d %d\n", arr[0].a[0], arr[1].b, arr[2].a[0]);
    printf("%d %d\n", make(7).y.a[2], sum(make(8).x)); a = b = make(1); printf("%d %d\n", a.y.b, b.x.a[2]);
    const struct in ci = { .b = 3 }; struct in ni = ci; ni.a[2]--; printf("%d %d\n", ni.a[2], ci.a[2]);
    return (b = make(3)).x.a[0];
}
