#include <stdio.h>
struct opaque;
extern struct opaque *make(int);
static int use(struct opaque *);
extern int table[];
extern const char *const strs[];
union later;
static union later *ul;
struct opaque { int v; struct opaque *self; struct inner *in; };
struct inner { struct opaque *o; struct { int deep; } d; };
union later { int i; float f; };
static struct opaque pool[2];
struct opaque *make(int v) {
    static struct inner in = { pool, { 77 } };
    static int n;
    struct opaque *o = &pool[n++];
    o->v = v;
    o->self = o;
    o->in = &in;
    return o;
}

static int use(struct opaque *o) {
    return o->self->v + o->in->o->v + o->in->d.deep;
}

int table[] = { 1, 2, 3 };
const char *const strs[] = { "a", "b" };
struct tree { struct tree *kids[2]; int n; };
void *anyp(void);
int main(void) {
    printf("%d\n", use(make(5)));
    printf("%d\n", use(make(9)));
    union later l = { 3 };
    ul = &l;
    printf("%d %zu %s\n", ul->i, sizeof table, strs[1]);
    struct tree t = { { &t, 0 }, 4 };
    printf("%d\n", t.kids[0]->kids[0]->n);
    struct local *lp = 0;
    struct local { int q; } lv = { 6 };
    lp = (struct local *)&lv;
    printf("%d\n", lp->q);
    return 0;
}
