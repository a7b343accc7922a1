#include <stdio.h>
#define N 6
static double det(int n, double m[n][n]) {
    double d = 1;
    int i, j, k;
    for (i = 0; i < n; i++) {
        int p = i;
        for (j = i + 1; j < n;
            j++) if ((m[j][i] < 0 ? -m[j][i] : m[j][i]) > (m[p][i] < 0 ? -m[p][i] : m[p][i])) p = j;
        if (m[p][i] == 0) return 0;
        if (p != i) {
            d = -d;
            for (k = 0; k < n; k++) {
                double t = m[i][k];
                m[i][k] = m[p][k];
                m[p][k] = t;
            }
        }
        d *= m[i][i];
        for (j = i + 1; j < n; j++) {
            double f = m[j][i] / m[i][i];
            for (k = i; k < n; k++) m[j][k] -= f * m[i][k];
        }
    }
    return d;
}

int main(void) {
    double m[N][N];
    float f[3][3] = { { 2, 0, 1 }, { 1, 3, 2 }, { 1, 1, 4 } }, r[3][3] = { { 0 } };
    int i, j, k;
    for (i = 0; i < N; i++) for (j = 0; j < N; j++) m[i][j] = (i * 7 + j * 13 + i * j * j) % 11 - 4.5;
    printf("%.6f\n", det(N, m));
    for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) for (k = 0; k < 3; k++) r[i][j] += f[i][k] * f[k][j];
    for (i = 0; i < 3; i++) printf("%g %g %g\n", r[i][0], r[i][1], r[i][2]);
    return 0;
}
