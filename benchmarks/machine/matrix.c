#include <stdio.h>
enum { N = 240 };
static int a[N][N], b[N][N], c[N][N];
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i - j;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int s = 0;
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
    printf("%d %d\n", c[3][4], c[N - 1][N - 2]);
    return 0;
}
