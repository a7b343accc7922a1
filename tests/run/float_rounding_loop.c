#include <stdio.h>
int main(void) {
    double x = 1;
    int n = 0;
    while (1 + x != 1) {
        x /= 2;
        n++;
    }
    printf("%d %g\n", n, x);
    float y = 1;
    n = 0;
    while ((float)(1 + y) != 1) {
        y /= 2;
        n++;
    }
    printf("%d %g\n", n, y);
    double t = 1e300;
    n = 0;
    while (t * 10 > t) {
        t *= 10;
        n++;
    }
    printf("%d\n", n);
    t = 1;
    n = 0;
    while (t > 0) {
        t /= 3;
        n++;
    }
    printf("%d\n", n);
    double s = 0, c = 0;
    for (int i = 1; i <= 1000; i++) {
        double v = 1.0 / i - c, q = s + v;
        c = (q - s) - v;
        s = q;
    }
    printf("%.17g %.17g\n", s, c);
    double r = 2;
    for (int i = 0; i < 6; i++) r = (r + 2 / r) / 2;
    printf("%.17g\n", r);
    double e = 1, term = 1;
    for (int i = 1; i < 20; i++) e += term /= i;
    printf("%.17g\n", e);
    float h = 0;
    for (int i = 0; i < 1000; i++) h += 0.001f;
    printf("%.9g\n", h);
    return 0;
}
