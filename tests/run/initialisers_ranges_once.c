// The value of a range is evaluated once, whatever its type.
#include <complex.h>
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
struct pair { int a, b; };
struct all { double complex z; v4 v; struct pair p; int k; };

static int calls;
static int number(void) { return ++calls; }
static double complex number_z(void) { return ++calls + I; }
static v4 number_v(void) { return (v4){++calls, 1}; }
static struct pair number_p(void) { return (struct pair){++calls, 2}; }

int main(void) {
    double complex z = 2;
    v4 v = {1, 2, 3, 4};
    struct pair p = {5, 6};
    int ints[3] = {[0 ... 2] = number()};
    double complex a[3] = {[0 ... 2] = z + 1}, b[2] = {[0 ... 1] = number_z()}, c[2] = {[0 ... 1] = z};
    v4 d[2] = {[0 ... 1] = v}, e[2] = {[0 ... 1] = number_v()};
    struct pair f[3] = {[0 ... 1] = number_p(), [2] = p}, g[2] = {[0 ... 1] = *&p};
    struct all h[2] = {[0 ... 1] = {number_z(), number_v(), number_p(), 9}};
    for (int i = 0; i < 2; i++) {
        printf("%d %g %g %g %d %d\n", ints[i], creal(a[i]), creal(b[i]), creal(c[i]), d[i][2], e[i][0]);
        printf("%d %d %g %d %d %d\n", f[i].a, g[i].b, creal(h[i].z), h[i].v[0], h[i].p.a, h[i].k);
    }
    printf("%d\n", calls);
    return 0;
}
