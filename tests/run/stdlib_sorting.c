#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct rec { int key; char name[8]; double w; };
static int ci(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int cs(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int cr(const void *a, const void *b) {
    const struct rec *x = a, *y = b;
    return x->key - y->key;
}

static int cd(const void *a, const void *b) {
    double x = *(double *)a, y = *(double *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

int main(void) {
    int a[50], i, k;
    unsigned s = 7;
    for (i = 0; i < 50; i++) {
        s = s * 1103515245u + 12345u;
        a[i] = (int)(s >> 16) % 1000 - 500;
    }
    qsort(a, 50, sizeof *a, ci);
    for (i = 0; i < 50; i++) printf("%d ", a[i]);
    puts("");
    k = a[17];
    int *f = bsearch(&k, a, 50, sizeof *a, ci);
    printf("%d\n", f && *f == k);
    k = 5000;
    printf("%d\n", bsearch(&k, a, 50, sizeof *a, ci) == NULL);
    const char *w[] = { "pear", "apple", "fig", "banana" };
    qsort(w, 4, sizeof *w, cs);
    for (i = 0; i < 4; i++) printf("%s ", w[i]);
    puts("");
    struct rec r[] = { { 3, "c", 1 }, { 1, "a", 2 }, { 3, "d", 3 }, { 2, "b", 4 }, { 1, "z", 5 } };
    qsort(r, 5, sizeof *r, cr);
    for (i = 0; i < 5; i++) printf("%d%s%g ", r[i].key, r[i].name, r[i].w);
    puts("");
    double d[] = { 1.5, -2, 3e10, 0 };
    qsort(d, 4, sizeof *d, cd);
    for (i = 0; i < 4; i++) printf("%g ", d[i]);
    puts("");
    char c[] = "quicksort";
    qsort(c, 9, 1, (int (*)(const void *, const void *))ci == 0 ? 0 : (int (*)(const void *,
        const void *))strcmp == 0 ? 0 : ({ int q(const void *, const void *); q; }));
    puts(c);
    return 0;
}

int q(const void *a, const void *b) {
    return *(const char *)a - *(const char *)b;
}
