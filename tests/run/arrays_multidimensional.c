#include <stdio.h>
int g[2][3][4];
static int sum(int a[][3][4], int n) {
    int i, j, k, s = 0;
    for (i = 0; i < n; i++) for (j = 0; j < 3; j++) for (k = 0; k < 4; k++) s += a[i][j][k];
    return s;
}

static int col(int (*m)[4], int c) {
    return m[0][c] + m[1][c] + m[2][c];
}

typedef int mat[2][2];
static void mul(mat r, mat a, mat b) {
    int i, j, k;
    for (i = 0; i < 2; i++) for (j = 0; j < 2; j++) {
        r[i][j] = 0;
        for (k = 0; k < 2; k++) r[i][j] += a[i][k] * b[k][j];
    }
}

int main(void) {
    int i, j, k;
    for (i = 0; i < 2; i++) for (j = 0; j < 3; j++) for (k = 0; k < 4; k++) g[i][j][k] = i * 100 + j * 10 + k;
    printf("%d %d\n", sum(g, 2), col(g[1], 2));
    printf("%zu %zu %zu\n", sizeof g, sizeof g[0], sizeof g[0][0]);
    int *flat = &g[0][0][0];
    printf("%d\n", flat[17]);
    mat a = { { 1, 1 }, { 1, 0 } }, b = { { 1, 1 }, { 1, 0 } }, r;
    for (i = 0; i < 8; i++) {
        mul(r, a, b);
        for (j = 0; j < 4; j++) a[j / 2][j % 2] = r[j / 2][j % 2];
    }
    printf("%d\n", a[0][0]);
    char words[3][5] = { "abc", "de", "f" };
    for (i = 0; i < 3; i++) printf("%s %c\n", words[i], *words[i]);
    char (*w)[5] = words + 1;
    printf("%s %s\n", *w, w[1]);
    int jag0[] = { 1 }, jag1[] = { 2, 3 }, *jag[] = { jag0, jag1 };
    printf("%d\n", jag[1][1]);
    struct { int v[2][2]; } s = { { { 1, 2 }, { 3, 4 } } }, t = s;
    t.v[1][0] = 9;
    printf("%d %d\n", s.v[1][0], t.v[1][0]);
    return 0;
}
