#include <stdio.h>
#include <string.h>
static int next(char *s) {
    int n = strlen(s), i = n - 2, j = n - 1;
    while (i >= 0 && s[i] >= s[i + 1]) i--;
    if (i < 0) return 0;
    while (s[j] <= s[i]) j--;
    char t = s[i];
    s[i] = s[j];
    s[j] = t;
    for (i++, j = n - 1; i < j; i++, j--) {
        t = s[i];
        s[i] = s[j];
        s[j] = t;
    }
    return 1;
}

static int subsets(const int *a, int n, int goal) {
    int c = 0;
    for (unsigned m = 0; m < 1u << n; m++) {
        int s = 0;
        for (int i = 0; i < n; i++) if (m >> i & 1) s += a[i];
        c += s == goal;
    }
    return c;
}

static int coins(int n, const int *c) {
    return n == 0 ? 1 : n < 0 || !*c ? 0 : coins(n - *c, c) + coins(n, c + 1);
}

static void gray(int n) {
    for (int i = 0; i < 1 << n; i++) {
        int g = i ^ i >> 1;
        for (int b = n - 1; b >= 0; b--) putchar('0' + (g >> b & 1));
        putchar(' ');
    }
    puts("");
}

int main(void) {
    char s[] = "1223";
    int n = 0;
    do {
        printf("%s ", s);
        n++;
    } while (next(s));
    printf("%d\n", n);
    int a[] = { 3, 34, 4, 12, 5, 2 }, c[] = { 50, 25, 10, 5, 1, 0 };
    printf("%d %d\n", subsets(a, 6, 9), coins(60, c));
    gray(4);
    return 0;
}
