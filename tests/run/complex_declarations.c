#include <stdio.h>
int (*(*fpa[2])(int))[3];
static int arr3[3] = { 1, 2, 3 };
static int (*ret(int n))[3] { arr3[0] = n; return &arr3; } char *(*(**foo[2])(int))[1];
typedef int (*binop)(int, int);
typedef binop (*chooser)(char);
static int add(int a, int b) {
    return a + b;
}

static int sub(int a, int b) {
    return a - b;
}

static binop choose(char c) {
    return c == '+' ? add : sub;
}

const int *const volatile *pcp;
unsigned long int long ull = 5;
long unsigned lu;
int long static slong = 6;
signed s1 = -1;
short unsigned su = 65535;
char unsigned cu = 255;
double long ld = 1;
typedef struct { int x; } *ptr, arr[2], fnr(void);
static struct { int x; } sx;
int (*pf)(int (*)(int), int);
static int ap(int (*f)(int), int x) {
    return f(f(x));
}

static int dbl(int x) {
    return x * 2;
}

int a, *b, c[2], (*d)[2], *e[2], (*f)(void), *g(void);
int *g(void) {
    return &a;
}

int main(void) {
    fpa[0] = ret;
    printf("%d %d\n", (*fpa[0](9))[0], (*(*fpa[0])(8))[2]);
    chooser ch = choose;
    printf("%d %d\n", ch('+')(3, 4), (*(*ch)('-'))(3, 4));
    printf("%llu %ld %d %d %d\n", ull, slong, s1, su, cu);
    pf = ap;
    printf("%d\n", pf(dbl, 5));
    ptr p = (ptr)&sx;
    p->x = 4;
    printf("%d\n", sx.x);
    d = &c;
    (*d)[1] = 6;
    e[0] = c;
    printf("%d %d\n", c[1], e[0][1]);
    *g() = 12;
    printf("%d\n", a);
    binop tab[] = { [0] = add, [1] = sub }, *tp = tab;
    printf("%d\n", tp[1](10, 4));
    int (*(*pp)[2])(int, int) = &tab;
    printf("%d\n", (*pp)[0](1, 1));
    return 0;
}
