#include <stdio.h>
#define NAME(x) _Generic((x), _Bool: "bool", char: "char", signed char: "schar", unsigned char: "uchar", short: "short", int: "int", float: "float", double: "double", char *: "char *", const char *: "const char *", int *: "int *", void *: "void *", int (*)(int): "function", struct s: "struct s", default: "default")
struct s { int a; };
static int f(int x) {
    return x;
}

static int fi(int x) {
    return x + 1;
}

static double fd(double x) {
    return x / 2;
}

#define F(x) _Generic((x), int: fi, double: fd)(x)
int main(void) {
    char c = 0;
    const int ci = 5;
    struct s s;
    int a[3];
    signed char sc;
    const char *p = "";
    puts(NAME(c));
    puts(NAME('c'));
    puts(NAME(ci));
    puts(NAME(s));
    puts(NAME(a));
    puts(NAME(sc));
    puts(NAME(p));
    puts(NAME("lit"));
    puts(NAME(f));
    puts(NAME(&a));
    puts(NAME((void *)0));
    puts(NAME(1.0f));
    puts(NAME((_Bool)1));
    puts(NAME(c + c));
    puts(NAME((short)1));
    printf("%d %g\n", F(5), F(5.0));
    puts(NAME(1 ? 0 : (int *)0));
    int i = 0;
    _Generic(i++, default: 0);
    printf("%d\n", i);
    return _Generic(1L, long: 3, int: 4);
}
