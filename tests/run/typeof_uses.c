#include <stdio.h>
int arr[4];
typeof(arr) arr2 = { 1, 2 };
typeof(int *) p1, p2;
__typeof__(arr[0]) el = 3;
static int f(int x) {
    return x;
}

typeof(f) *fp = f;
typeof(f(1)) res = 8;
struct s { const char *n; };
typeof(((struct s *)0)->n) nm = "nm";
int main(void) {
    typeof(1 + 2.0) d = 2.5;
    typeof(&arr) pa = &arr2;
    int n = 3;
    typeof(n++) m = n;
    typeof(int[n]) vla;
    typeof(int[n++]) v2;
    const int ci = 1;
    typeof(ci + 0) nc = 2;
    nc++;
    p1 = &el;
    p2 = p1;
    printf("%d %d %g %d %d %zu %zu %d\n", *p2, fp(res), d, (*pa)[1], m, sizeof vla, sizeof v2, n);
    __auto_type q = 5ull;
    printf("%zu %s %d\n", sizeof q, nm, nc);
    typeof(char *) a = "x", b = "y";
    printf("%s%s\n", a, b);
    __typeof(n) k = 4;
    typeof(typeof(k) *) pk = &k;
    printf("%d\n", *pk);
    return 0;
}
