#include <stdio.h>
int main(void) {
    int i, j;
    double d[] = { 0.0, -0.0, 0.5, 1e-320 };
    void *p[] = { 0, &i };
    for (i = 0; i < 4; i++) for (j = 0; j < 2; j++) printf("%d%d%d ", d[i] && p[j], d[i] || p[j], !d[i]);
    puts("");
    for (i = -1; i <= 1; i++) printf("%d %d %d %d\n", !i, !!i, i && 1, i || 0);
    if (d[3]) puts("subnormal is true");
    if (!p[0]) puts("null is false");
    while (d[2]) {
        d[2] -= 0.25;
        printf("%g\n", d[2]);
    }
    for (; p[1];) {
        p[1] = 0;
        puts("once");
    }
    int x = 5;
    x && (x = 0);
    x || (x = 9);
    printf("%d\n", x);
    long long big = 1LL << 40;
    if (big) puts("wide");
    char c = 0;
    c = !c;
    printf("%d\n", c);
    printf("%d\n", (int)!(float)0.1f);
    struct { unsigned b : 1; } s = { 1 };
    printf("%d %d\n", !s.b, s.b && s.b);
    _Bool t = "string";
    printf("%d\n", t);
    return 0;
}
