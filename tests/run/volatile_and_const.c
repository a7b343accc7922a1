#include <stdio.h>
volatile unsigned reg[4];
static const struct { int k; const char *v; } tab[] = { { 1, "one" }, { 2, "two" } };
static unsigned rw(volatile unsigned *r, unsigned v) {
    *r = v;
    *r |= 1;
    return *r;
}

const volatile int cv = 8;
volatile struct { int a : 4; int b; } vs;
int main(void) {
    unsigned s = 0;
    for (volatile int i = 0; i < 4; i++) s += rw(&reg[i], i * 2);
    printf("%u %d %s\n", s, cv, tab[1].v);
    vs.a = 7;
    vs.a++;
    vs.b += vs.a;
    printf("%d %d\n", vs.a, vs.b);
    int x = 1;
    volatile int *volatile p = &x;
    *p = 2;
    const int *q = (const int *)p;
    printf("%d\n", *q);
    volatile double d = 0.1;
    d += 0.2;
    printf("%.17g\n", d);
    volatile char c = 127;
    c++;
    printf("%d\n", c);
    reg[0];
    (void)vs.b;
    return 0;
}
