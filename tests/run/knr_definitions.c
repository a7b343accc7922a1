#include <stdio.h>
int add(a, b) int a, b;
{
    return a + b;
}

double mix(c, d, f, p) char c;
double d;
float f;
int *p;
{
    *p += c;
    return d + f;
}

implicit(x) {
    return x * 2;
}

static nothing() {
    return 7;
}

int arr(v, n) int v[];
register int n;
{
    int s = 0;
    while (n--) s += v[n];
    return s;
}

short narrow(s) short s;
{
    return s;
}

int fn(g) int (*g)();
{
    return g(3, 4);
}

main() {
    int k = 10, v[] = { 1, 2, 3 };
    printf("%d", add(2, 3));
    printf(" %g", mix('a', 1.5, 2.5f, &k));
    printf(" %d", k);
    printf(" %d", implicit(21));
    printf(" %d", nothing());
    printf(" %d\n", arr(v, 3));
    printf("%d %d\n", narrow(70000), fn(add));
    auto x = 5;
    static y;
    register z = 6;
    const w = 2;
    printf("%d %d %d %d\n", x, y, z, w);
    printf("%d\n", undeclared(9));
    return 0;
}

int undeclared(int q) {
    return q + 1;
}
