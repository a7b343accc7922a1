#include <stdio.h>
int main(void) {
    int i, j, k = 0;
    for (i = 0; i < 3; i++) for (j = i; j < 3; j++) {
        if (j == 1) continue;
        printf("%d%d ", i, j);
    }
    puts("");
    for (;;) {
        if (++k == 5) break;
        if (k & 1) continue;
        printf("k%d ", k);
    }
    puts("");
    do {
        printf("d%d ", k);
    } while (--k > 2);
    puts("");
    while (k-- > 0) printf("w%d ", k);
    puts("");
    for (int a = 0, b = 10; a < b; a++, b -= 2) printf("%d,%d ", a, b);
    puts("");
    unsigned u;
    for (u = 3; u-- > 0;) printf("u%u ", u);
    puts("");
    i = 0;
    while (1) {
        while (1) {
            if (i++ > 3) goto out;
            break;
        }
    }
    out: printf("%d\n", i);
    do if (i-- % 2) continue;
    while (i > 0);
    printf("%d\n", i);
    for (i = 0; i < 10; i += i ? i : 1) ;
    printf("%d\n", i);
    for (char c = 'a'; c <= 'e'; c++) putchar(c);
    puts("");
    for (struct { int x, y; } p = { 0, 5 }; p.x < p.y; p.x++, p.y--) printf("%d%d ", p.x, p.y);
    puts("");
    for (double d = 0; d < 1; d += 0.25) printf("%g ", d);
    puts("");
    return 0;
}
