/* Names that hide others: tags, typedefs, enumerators, labels, extern in blocks. */
#include <stdio.h>
typedef int T;
struct S {
    int a;
};
enum E {
    A = 1, B
};

static int T2(int T)
{
    return T+1;
}

int f(struct S { char c[9]; } *p)
{
    return (int)sizeof *p;
}
int x = 1;

int main(void)
{
    int T = 5;
    {
        typedef char T;
        T c = 65;
        printf("%c %zu\n", c, sizeof(T));
    }
    printf("%d %d\n", T, T2(T));
    struct S s = {3};
    {
        struct S {
            double d;
        }
        s2 = {1.5};
        printf("%zu %zu\n", sizeof s2, sizeof s);
        struct S;
        struct S*q = 0;
        (void)q;
    }
    {
        enum {
            A = 10
        };
        printf("%d ", A);
    }
    printf("%d\n", A);
    int x = x_outer();
    {
        extern int x;
        printf("%d\n", x);
    }
    for (int i = 0, x = 7;i<1;i++) {
        int i = 100;
        printf("%d %d\n", i, x);
    }
    printf("%d %d\n", x, f(0));
    int a = 1, b = (a = 2, a+1), c = a+b;
    printf("%d %d %d\n", a, b, c);
    label: {
        int label = 4;
        if (label++>5) goto label;
        printf("%d\n", label);
    }
    typedef struct {
        int v;
    }
    anon;
    anon an = {4};
    {
        anon anon = {5};
        printf("%d %d\n", an.v, anon.v);
    }
    sizeof(struct Q {int z[3];});
    struct Q qq;
    printf("%zu\n", sizeof qq);
    if (sizeof(enum {ZZ = 6})) printf("%d\n", ZZ);
    switch (a) {
        int dead = 5;
        default: dead = 6;
        printf("%d\n", dead);
    }
    {
        int y = y_zero();
        int *p = &y;
        {
            int y = 2;
            *p += y;
        }
        printf("%d\n", y);
    }
    return 0;
}

int x_outer(void)
{
    return x+10;
}

int y_zero(void)
{
    return 0;
}
