#include <stdio.h>
struct poly { int deg; long c[12]; };
static struct poly mul(struct poly a, struct poly b) {
    struct poly r = { a.deg + b.deg };
    for (int i = 0; i <= a.deg; i++) for (int j = 0; j <= b.deg; j++) r.c[i + j] += a.c[i] * b.c[j];
    return r;
}

static struct poly der(struct poly p) {
    for (int i = 1; i <= p.deg; i++) p.c[i - 1] = p.c[i] * i;
    p.c[p.deg] = 0;
    if (p.deg) p.deg--;
    return p;
}

static long at(const struct poly *p, long x) {
    long r = 0;
    for (int i = p->deg; i >= 0; i--) r = r * x + p->c[i];
    return r;
}

static void show(struct poly p) {
    for (int i = p.deg; i >= 0; i--) if (p.c[i]) printf("%+ldx^%d ", p.c[i], i);
    puts("");
}

int main(void) {
    struct poly p = { 1, { -1, 1 } }, q = { 2, { 3, 0, 2 } }, r = mul(mul(p, p), mul(q, q));
    show(r);
    show(der(r));
    struct poly d = der(der(r));
    printf("%ld %ld\n", at(&r, 3), at(&d, -2));
    return 0;
}
