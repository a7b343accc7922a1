// Functions inside functions that use no variable of theirs.
#include <stdio.h>
#include <stdlib.h>

int global = 3;
static int apply(int (*f)(int), int x) { return f(x); }

static int outer(int n) {
    typedef int T;
    enum { K = 7 };
    static int calls;
    struct pair { int a; };
    auto T later(T);
    T square(T x) {
        struct pair p = {x};
        calls++;
        return p.a * x + K;
    }
    int factorial(int k) { return k <= 1 ? 1 : k * factorial(k - 1); }
    int compare(a, b) const void *a, *b; { return *(int *)a - *(int *)b; }
    int array[] = {3, 1, 2};
    qsort(array, 3, sizeof *array, compare);
    T later(T y) {
        int deep(int z) { return z + global; }
        return deep(y) + 1;
    }
    int early = later(2);
    return apply(square, n) + factorial(4) + array[0] * 1000 + early + calls;
}

int square(int x) { return -x; }

int main(void) {
    int result = outer(5);
    printf("%d %d\n", result, square(4));
    printf("%s\n", ({ const char *name(void) { return __func__; } name(); }));
    return 0;
}
