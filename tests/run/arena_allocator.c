#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct arena { char *base; size_t used, size; };
static void *get(struct arena *a, size_t n, size_t align) {
    size_t at = (a->used + align - 1) & ~(align - 1);
    if (at + n > a->size) return 0;
    a->used = at + n;
    return a->base + at;
}

#define NEW(a, T) ((T *)get(a, sizeof(T), _Alignof(T)))
struct pt { short x; double y; };
int main(void) {
    struct arena a = { malloc(200), 0, 200 };
    char *c = NEW(&a, char);
    *c = 'q';
    struct pt *p = NEW(&a, struct pt);
    p->x = 3;
    p->y = 4.5;
    int *v = get(&a, 10 * sizeof *v, _Alignof(int));
    for (int i = 0; i < 10; i++) v[i] = i;
    long s = 0;
    for (int i = 0; i < 10; i++) s += v[i];
    printf("%c %d %g %ld %zu\n", *c, p->x, p->y, s, a.used);
    printf("%d\n", get(&a, 500, 8) == 0);
    union { char raw[32]; struct { int a; float f[3]; } s; } u;
    memset(&u, 0, sizeof u);
    u.s.f[1] = 2;
    printf("%d %d\n", u.raw[8], u.raw[11]);
    free(a.base);
    return 0;
}
