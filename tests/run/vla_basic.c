#include <stdio.h>
static int sum(int n, int a[n]) {
    int i, s = 0;
    for (i = 0; i < n; i++) s += a[i];
    return s;
}

static int trace(int n, int m[n][n]) {
    int i, t = 0;
    for (i = 0; i < n; i++) t += m[i][i];
    return t;
}

static int star(int r, int c, int (*a)[c]) {
    int t = 0;
    for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) t += a[i][j] * (i + 1);
    return t;
}

int main(void) {
    int n, i, j;
    for (n = 1; n < 6; n++) {
        int a[n], m[n][n];
        for (i = 0; i < n; i++) {
            a[i] = i + n;
            for (j = 0; j < n; j++) m[i][j] = i * 10 + j;
        }
        printf("%d %zu %zu %d %d %d\n", n, sizeof a, sizeof m, sum(n, a), trace(n, m), star(n, n, m));
    }
    n = 3;
    typedef int row[n];
    n = 7;
    row r;
    printf("%zu\n", sizeof r);
    int k = 2;
    printf("%zu %d\n", sizeof(int[k++]), k);
    char buf[n + k][k];
    printf("%zu %zu\n", sizeof buf, sizeof buf[0]);
    int (*pa)[n] = &(int[7]){ 1, 2, 3 };
    printf("%zu %d\n", sizeof *pa, (*pa)[2]);
    for (i = 0; i < 3; i++) {
        char t[i + 1];
        t[i] = 'a' + i;
        printf("%c%zu ", t[i], sizeof t);
    }
    puts("");
    {
        double d[n];
        d[n - 1] = 2.5;
        printf("%g %td\n", d[6], &d[6] - d);
    }
    goto out;
    out: return sizeof r;
}
