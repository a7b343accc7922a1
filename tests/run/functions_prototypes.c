#include <stdio.h>
int f();
int f(int, int);
static int g(void);
int h(int a, ...);
void (*sig(int, void (*)(int)))(int);
typedef int fn(int);
fn dbl, neg;
int arrp(int [], int [][2], int (*)[3]);
char ch(char c, short s, float f, _Bool b);
static int g(void) {
    return f(2, 3);
}

int f(a, b) int a, b;
{
    return a * b;
}

int h(int a, ...) {
    return a;
}

int dbl(int x) {
    return 2 * x;
}

int neg(int x) {
    return -x;
}

static void hnd(int x) {
    printf("handler %d\n", x);
}

void (*sig(int n, void (*h)(int)))(int) {
    h(n);
    return h;
}

int arrp(int a[], int b[][2], int (*c)[3]) {
    return a[1] + b[1][1] + c[0][2];
}

char ch(char c, short s, float f, _Bool b) {
    return c + s + f + b;
}

const char *cs(void) {
    return "const";
}

unsigned char uc(void) {
    return 300 & 0x1FF;
}

static void noargs() {
    puts("noargs");
}

int *retp(int *p) {
    return p + 1;
}

int many(int a, long b, char c, double d, float e, short f, unsigned g, long long h, char *i, int j, double k,
    int l) {
    return a + b + c + d + e + f + g + h + *i + j + k + l;
}

int main(void) {
    fn *t[] = { dbl, neg };
    int a[] = { 1, 2, 3 }, b[][2] = { { 1, 2 }, { 3, 4 } };
    printf("%d %d %d %d\n", g(), h(4, 5, 6.0), t[0](7), t[1](8));
    sig(1, hnd)(2);
    printf("%d %d\n", arrp(a, b, &a), ch('A', 1, 2.9f, 7));
    printf("%s %d %d\n", cs(), uc(), *retp(a));
    noargs();
    printf("%d\n", many(1, 2, 3, 4.5, 5.5f, 6, 7, 8, "\11", 10, 11.25, 12));
    extern int late(int);
    printf("%d\n", late(5));
    int (*pf)() = dbl;
    printf("%d\n", pf(6));
    return 0;
}

int late(int x) {
    return x - 10;
}
