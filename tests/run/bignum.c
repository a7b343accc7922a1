#include <stdio.h>
#include <string.h>
#define L 60
struct big { unsigned d[L]; int n; };
static struct big from(unsigned v) {
    struct big b = { { v }, 1 };
    return b;
}

static struct big mul(const struct big *a, unsigned m) {
    struct big r = *a;
    unsigned long long c = 0;
    int i;
    for (i = 0; i < r.n; i++) {
        c += (unsigned long long)r.d[i] * m;
        r.d[i] = c % 1000000000;
        c /= 1000000000;
    }
    if (c) r.d[r.n++] = c;
    return r;
}

static struct big add(struct big a, struct big b) {
    unsigned c = 0;
    int i, n = a.n > b.n ? a.n : b.n;
    for (i = 0; i < n || c; i++) {
        unsigned s = (i < a.n ? a.d[i] : 0) + (i < b.n ? b.d[i] : 0) + c;
        c = s >= 1000000000;
        a.d[i] = c ? s - 1000000000 : s;
    }
    a.n = i;
    return a;
}

static void show(struct big b) {
    int i = b.n - 1;
    printf("%u", b.d[i]);
    while (i--) printf("%09u", b.d[i]);
    puts("");
}

int main(void) {
    struct big f = from(1), a = from(0), b = from(1), t;
    unsigned i;
    for (i = 2; i <= 60; i++) f = mul(&f, i);
    show(f);
    for (i = 0; i < 300; i++) {
        t = add(a, b);
        a = b;
        b = t;
    }
    show(a);
    f = from(1);
    for (i = 0; i < 200; i++) f = mul(&f, 2);
    show(f);
    return 0;
}
