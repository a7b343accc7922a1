#include <stdio.h>
#include <string.h>
#include <alloca.h>
static int depth(int n) {
    int *p = alloca(n * sizeof *p);
    int i, s = 0;
    for (i = 0; i < n; i++) p[i] = n;
    for (i = 0; i < n; i++) s += p[i];
    return n > 1 ? s + depth(n - 1) : s;
}

int main(void) {
    char *a[5];
    int i;
    for (i = 0; i < 5; i++) {
        a[i] = __builtin_alloca(i + 2);
        memset(a[i], 'a' + i, i + 1);
        a[i][i + 1] = 0;
    }
    for (i = 0; i < 5; i++) puts(a[i]);
    printf("%d\n", depth(6));
    return 0;
}
