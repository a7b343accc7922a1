#include <stdio.h>
int x = 1;
static int f(int x) {
    {
        int x = 3;
        {
            extern int x;
            printf("%d ", x);
            x++;
        }
        printf("%d ", x);
    }
    return x;
}

struct t { int a; };
typedef int T;
static int counter(void) {
    static int n = 100;
    {
        static int n = 5;
        n++;
        printf("%d ", n);
    }
    return n++;
}

int T2(void) {
    struct t { char b[3]; };
    typedef char T;
    return sizeof(struct t) + sizeof(T);
}

int main(void) {
    printf("%d\n", f(2));
    printf("%d\n", x);
    int x = x = 10;
    for (int x = 0; x < 2; x++) {
        int x = 7;
        printf("%d ", x);
    }
    printf("%d\n", x);
    printf("%d\n", counter());
    printf("%d\n", counter());
    printf("%d %zu\n", T2(), sizeof(struct t));
    {
        T T = 5;
        printf("%d\n", T);
    }
    enum { x2 = 4 };
    {
        int x2 = 9;
        printf("%d ", x2);
    }
    printf("%d\n", x2);
    if (1) int_scope: {
        int y = x;
        {
            int y = y = 2;
            printf("%d ", y);
        }
        printf("%d\n", y);
    }
    int a = 1, b = a + 1, c = b + a;
    printf("%d\n", c);
    struct x { int x; } xs = { x };
    printf("%d\n", xs.x);
    goto x;
    x: return x;
}
