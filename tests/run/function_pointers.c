#include <stdio.h>
#include <stdlib.h>
typedef int (*op)(int, int);
static int add(int a, int b) {
    return a + b;
}

static int sub(int a, int b) {
    return a - b;
}

static int mul(int a, int b) {
    return a * b;
}

struct entry { const char *name; op f; } table[] = { { "add", add }, { "sub", &sub }, { .f = mul, .name = "mul" } };
static op pick(char c) {
    return c == '+' ? add : c == '-' ? sub : mul;
}

static int (*pick2(int n))(int, int) {
    return table[n].f;
}

static int apply(int f(int, int), int x) {
    return f(x, x + 1);
}

static void each(int *a, int n, void (*f)(int *, void *), void *arg) {
    while (n--) f(a++, arg);
}

static void acc(int *p, void *arg) {
    *(long *)arg += *p;
}

static void inc(int *p, void *arg) {
    *p += *(int *)arg;
}

struct obj { int v; int (*get)(struct obj *); struct obj *(*set)(struct obj *, int); };
static int get(struct obj *o) {
    return o->v;
}

static struct obj *set(struct obj *o, int v) {
    o->v = v;
    return o;
}

int main(void) {
    unsigned i;
    for (i = 0; i < 3; i++) printf("%s %d\n", table[i].name, table[i].f(7, 3));
    printf("%d %d %d\n", pick('+')(1, 2), (*pick('-'))(1, 2), (**pick('*'))(3, 4));
    printf("%d %d\n", pick2(1)(9, 4), apply(mul, 5));
    int a[] = { 1, 2, 3 }, k = 10;
    long t = 0;
    each(a, 3, inc, &k);
    each(a, 3, acc, &t);
    printf("%ld\n", t);
    struct obj o = { 5, get, set };
    printf("%d\n", o.set(&o, 8)->set(&o, 9)->get(&o));
    op ops[2][2] = { { add, sub }, { mul, 0 } };
    printf("%d %d %d\n", ops[1][0](6, 7), ops[1][1] == 0, ops[0][0] == &add);
    void *v = (void *)mul;
    printf("%d\n", ((op)v)(5, 5));
    int (*(*fpp)(int))(int, int) = pick2;
    printf("%d\n", fpp(0)(2, 2));
    return (a[0] > 5 ? add : sub)(3, 1);
}
