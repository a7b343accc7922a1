#include <stdio.h>
#include <string.h>
static int kmp(const char *t, const char *p, int *out) {
    int f[32], n = strlen(p), i, k = 0, c = 0;
    f[0] = 0;
    for (i = 1; i < n; i++) {
        while (k && p[k] != p[i]) k = f[k - 1];
        if (p[k] == p[i]) k++;
        f[i] = k;
    }
    for (i = k = 0; t[i]; i++) {
        while (k && p[k] != t[i]) k = f[k - 1];
        if (p[k] == t[i]) k++;
        if (k == n) {
            out[c++] = i - n + 1;
            k = f[k - 1];
        }
    }
    return c;
}

static int match(const char *r, const char *s) {
    if (!*r) return !*s;
    if (*r == '*') return match(r + 1, s) || (*s && match(r, s + 1));
    return *s && (*r == '?' || *r == *s) && match(r + 1, s + 1);
}

static int lev(const char *a, const char *b) {
    int n = strlen(b), d[n + 1], i, j;
    for (j = 0; j <= n; j++) d[j] = j;
    for (i = 1; a[i - 1]; i++) {
        int prev = d[0];
        d[0] = i;
        for (j = 1; j <= n; j++) {
            int t = d[j], m = prev + (a[i - 1] != b[j - 1]);
            if (d[j] + 1 < m) m = d[j] + 1;
            if (d[j - 1] + 1 < m) m = d[j - 1] + 1;
            d[j] = m;
            prev = t;
        }
    }
    return d[n];
}

int main(void) {
    int o[20], c = kmp("abababcababab", "abab", o), i;
    for (i = 0; i < c; i++) printf("%d ", o[i]);
    puts("");
    printf("%d %d %d\n", match("a*b?d", "axxbcd"), match("*.c", "file.h"), match("*", ""));
    printf("%d %d\n", lev("kitten", "sitting"), lev("", "abc"));
    return 0;
}
