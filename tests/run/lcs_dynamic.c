#include <stdio.h>
#include <string.h>
static int t[40][40];
int main(void) {
    const char *a = "AGGTABQWERTYAGCAT", *b = "GXTXAYBERTGACTYAT";
    int n = strlen(a), m = strlen(b), i, j;
    for (i = 1; i <= n; i++) for (j = 1; j <= m;
        j++) t[i][j] = a[i - 1] == b[j - 1] ? t[i - 1][j - 1] + 1 : t[i - 1][j] > t[i][j - 1] ? t[i - 1][j] : t[i][j - 1];
    char o[40];
    int k = t[n][m];
    o[k] = 0;
    for (i = n, j = m; i && j;) if (a[i - 1] == b[j - 1]) {
        o[--k] = a[i - 1];
        i--;
        j--;
    } else if (t[i - 1][j] >= t[i][j - 1]) i--;
    else j--;
    printf("%d %s\n", t[n][m], o);
    int w[] = { 1, 3, 4, 5 }, v[] = { 1, 4, 5, 7 }, dp[8] = { 0 };
    for (i = 0; i < 4; i++) for (j = 7; j >= w[i];
        j--) if (dp[j - w[i]] + v[i] > dp[j]) dp[j] = dp[j - w[i]] + v[i];
    printf("%d\n", dp[7]);
    return 0;
}
