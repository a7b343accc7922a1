#include <stdio.h>
#include <stdlib.h>
static int par[10];
static int find(int x) {
    return par[x] == x ? x : (par[x] = find(par[x]));
}

struct e { int a, b, w; };
static int cmp(const void *x, const void *y) {
    return ((const struct e *)x)->w - ((const struct e *)y)->w;
}

int main(void) {
    struct e es[] = { { 0, 1, 7 }, { 0, 3, 5 }, { 1, 2, 8 }, { 1, 3, 9 }, { 1, 4, 7 }, { 2, 4, 5 }, { 3, 4, 15 }, {
        3, 5, 6 }, { 4, 5, 8 }, { 4, 6, 9 }, { 5, 6, 11 } };
    int i, t = 0;
    for (i = 0; i < 10; i++) par[i] = i;
    qsort(es, 11, sizeof *es, cmp);
    for (i = 0; i < 11; i++) {
        int a = find(es[i].a), b = find(es[i].b);
        if (a != b) {
            par[a] = b;
            t += es[i].w;
            printf("%d-%d ", es[i].a, es[i].b);
        }
    }
    printf("%d\n", t);
    return 0;
}
