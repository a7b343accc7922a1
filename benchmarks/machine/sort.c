#include <stdio.h>
static int a[5000];
int main(void)
{
    int n = 5000;
    unsigned x = 1;
    for (int i = 0; i < n; i++) {
        x = x * 1664525u + 1013904223u;
        a[i] = x >> 8;
    }
    for (int i = 1; i < n; i++) {
        int v = a[i], j = i - 1;
        while (j >= 0 && a[j] > v) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = v;
    }
    printf("%d %d %d\n", a[0], a[n / 2], a[n - 1]);
    return 0;
}
