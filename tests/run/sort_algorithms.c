#include <stdio.h>
#include <string.h>
typedef void sorter(int *, int);
static void bubble(int *a, int n) {
    int i, j, s = 1;
    for (i = 0; i < n && s; i++) for (s = 0, j = 0; j < n - 1 - i; j++) if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
        s = 1;
    }
}

static void insertion(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int k = a[i], j = i;
        while (j > 0 && a[j - 1] > k) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = k;
    }
}

static void quick(int *a, int n) {
    if (n < 2) return;
    int p = a[n / 2], i = 0, j = n - 1;
    for (;; i++, j--) {
        while (a[i] < p) i++;
        while (a[j] > p) j--;
        if (i >= j) break;
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
    quick(a, i);
    quick(a + i, n - i);
}

static void heap(int *a, int n) {
    int i, k, c, t;
    for (i = n / 2 - 1, k = n;;) {
        if (i >= 0) t = a[i--];
        else {
            if (--k <= 0) return;
            t = a[k];
            a[k] = a[0];
        }
        int p = i + 1;
        if (i < 0 && k < n) p = 0;
        while ((c = 2 * p + 1) < k) {
            if (c + 1 < k && a[c + 1] > a[c]) c++;
            if (a[c] <= t) break;
            a[p] = a[c];
            p = c;
        }
        a[p] = t;
    }
}

static void shell(int *a, int n) {
    for (int g = n / 2; g; g /= 2) for (int i = g; i < n; i++) {
        int t = a[i], j;
        for (j = i; j >= g && a[j - g] > t; j -= g) a[j] = a[j - g];
        a[j] = t;
    }
}

static void radix(int *a, int n) {
    unsigned b[100];
    int sh, i;
    for (sh = 0; sh < 32; sh += 8) {
        int c[257] = { 0 };
        for (i = 0; i < n; i++) c[(((unsigned)a[i] ^ 0x80000000u) >> sh & 255) + 1]++;
        for (i = 0; i < 256; i++) c[i + 1] += c[i];
        for (i = 0; i < n; i++) b[c[((unsigned)a[i] ^ 0x80000000u) >> sh & 255]++] = a[i];
        memcpy(a, b, n * sizeof *a);
    }
}

int main(void) {
    sorter *f[] = { bubble, insertion, quick, heap, shell, radix };
    int a[100], b[100], i, k;
    unsigned s = 12345;
    for (i = 0; i < 100; i++) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        a[i] = (int)s % 5000;
    }
    for (k = 0; k < 6; k++) {
        memcpy(b, a, sizeof a);
        f[k](b, 100);
        int ok = 1;
        unsigned h = 0;
        for (i = 0; i < 100; i++) {
            if (i && b[i - 1] > b[i]) ok = 0;
            h = h * 31 + b[i];
        }
        printf("%d %d %u\n", k, ok, h);
    }
    return 0;
}
