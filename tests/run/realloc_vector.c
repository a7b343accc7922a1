#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct vec { int *d; size_t n, cap; };
static void push(struct vec *v, int x) {
    if (v->n == v->cap) {
        v->cap = v->cap ? v->cap * 2 : 1;
        v->d = realloc(v->d, v->cap * sizeof *v->d);
    }
    v->d[v->n++] = x;
}

struct str { char *s; size_t n; };
static void app(struct str *s, const char *t) {
    size_t l = strlen(t);
    s->s = realloc(s->s, s->n + l + 1);
    memcpy(s->s + s->n, t, l + 1);
    s->n += l;
}

int main(void) {
    struct vec v = { 0 };
    int i;
    long s = 0;
    for (i = 0; i < 100; i++) push(&v, i * i);
    for (i = 0; i < 100; i++) s += v.d[i];
    printf("%zu %zu %ld\n", v.n, v.cap, s);
    v.d = realloc(v.d, 10 * sizeof(int));
    printf("%d\n", v.d[9]);
    free(v.d);
    struct str t = { 0 };
    for (i = 0; i < 5; i++) {
        char b[12];
        sprintf(b, "%d,", i * 111);
        app(&t, b);
    }
    puts(t.s);
    free(t.s);
    char **g = calloc(3, sizeof *g);
    for (i = 0; i < 3; i++) {
        g[i] = malloc(i + 2);
        memset(g[i], 'x', i + 1);
        g[i][i + 1] = 0;
        puts(g[i]);
    }
    for (i = 0; i < 3; i++) free(g[i]);
    free(g);
    free(NULL);
    int (*m)[4] = malloc(sizeof(int[3][4]));
    m[2][3] = 5;
    printf("%d\n", m[2][3]);
    free(m);
    void *p;
    printf("%d\n", posix_memalign(&p, 64, 100));
    free(p);
    p = aligned_alloc(16, 32);
    free(p);
    long *z = calloc(4, sizeof *z);
    printf("%ld\n", z[0] | z[3]);
    free(z);
    p = malloc(0);
    free(p);
    return 0;
}
