#include <stdio.h>
#include <string.h>
struct p { int x, y; };
static int dist(const struct p *a, struct p b) {
    return (a->x - b.x) * (a->x - b.x) + (a->y - b.y) * (a->y - b.y);
}

static int *gp = (int[]){ 4, 5, 6 };
static int total(const int *a, int n) {
    int s = 0;
    while (n--) s += *a++;
    return s;
}

int main(void) {
    struct p *q = &(struct p){ 1, 2 };
    printf("%d\n", dist(q, (struct p){ .y = 5, .x = 4 }));
    q->x = 10;
    printf("%d %d\n", q->x, gp[2]);
    printf("%d\n", total((int[]){ 1, 2, 3, 4 }, 4));
    printf("%d %d\n", ((struct p){ 7, 8 }).y, (int){ 9 });
    int i;
    for (i = 0; i < 3; i++) {
        int *p = (int[2]){ i };
        p[1] += p[0] + 1;
        printf("%d ", p[1]);
    }
    puts("");
    char *s = (char[]){ "mutable" };
    s[0] = 'M';
    puts(s);
    printf("%zu %zu\n", sizeof(int[]){ 1, 2, 3 }, sizeof((char[10]){ 0 }));
    (*q) = (struct p){ q->y, q->x };
    printf("%d %d\n", q->x, q->y);
    struct { int n; struct p ps[2]; } z = { 1, { (struct p){ 2, 3 }, { 4, 5 } } };
    printf("%d %d\n", z.ps[0].y, z.ps[1].x);
    const char *t = (const char *){ "ptr" };
    printf("%s %d\n", t, *&(int){ 3 } + 1);
    return 0;
}
