#include <stdio.h>
#define INF 1000000
int main(void) {
    int d[5][5], i, j, k, e[][3] = { { 0, 1, 3 }, { 0, 2, 8 }, { 0, 4, -4 }, { 1, 3, 1 }, { 1, 4, 7 }, { 2, 1, 4 },
        { 3, 0, 2 }, { 3, 2, -5 }, { 4, 3, 6 } };
    for (i = 0; i < 5; i++) for (j = 0; j < 5; j++) d[i][j] = i == j ? 0 : INF;
    for (i = 0; i < 9; i++) d[e[i][0]][e[i][1]] = e[i][2];
    for (k = 0; k < 5; k++) for (i = 0; i < 5; i++) for (j = 0; j < 5;
        j++) if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j];
    for (i = 0; i < 5; i++) printf("%d %d %d %d %d\n", d[i][0], d[i][1], d[i][2], d[i][3], d[i][4]);
    unsigned dep[6] = { 0, 1, 1, 6, 8, 12 | 16 }, done = 0;
    int n = 0;
    while (n < 6) for (i = 0; i < 6; i++) if (!(done >> i & 1) && !(dep[i] & ~done)) {
        printf("%d ", i);
        done |= 1u << i;
        n++;
    }
    puts("");
    return 0;
}
