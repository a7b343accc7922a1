#include <stdio.h>
#include <stdint.h>
typedef int32_t fx;
#define F(x) ((fx)((x) * 65536))
static fx mul(fx a, fx b) {
    return (int64_t)a * b >> 16;
}

static fx dv(fx a, fx b) {
    return (int64_t)a * 65536 / b;
}

static fx sq(fx a) {
    uint64_t n = (uint64_t)a << 16, r = 0, b = 1ull << 46;
    while (b > n) b >>= 2;
    while (b) {
        if (n >= r + b) {
            n -= r + b;
            r = (r >> 1) + b;
        } else r >>= 1;
        b >>= 2;
    }
    return r;
}

static fx sn(fx x) {
    fx r = x, t = x;
    for (int i = 1; i < 6; i++) {
        t = -mul(mul(t, x), x) / (2 * i * (2 * i + 1));
        r += t;
    }
    return r;
}

int main(void) {
    fx v[] = { F(1), F(2), F(0.5), F(-1.25), F(100) };
    for (int i = 0; i < 5; i++) printf("%d %d %d %d\n", mul(v[i], F(1.5)), dv(v[i], F(3)), v[i] > 0 ? sq(v[i]) : 0,
        i != 4 ? sn(v[i]) : 0);
    return 0;
}
