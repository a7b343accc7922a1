#include <stdio.h>
#include <stdlib.h>
struct t { int k, h; struct t *l, *r; };
static int H(struct t *t) {
    return t ? t->h : 0;
}

static void up(struct t *t) {
    t->h = 1 + (H(t->l) > H(t->r) ? H(t->l) : H(t->r));
}

static struct t *rr(struct t *y) {
    struct t *x = y->l;
    y->l = x->r;
    x->r = y;
    up(y);
    up(x);
    return x;
}

static struct t *rl(struct t *x) {
    struct t *y = x->r;
    x->r = y->l;
    y->l = x;
    up(x);
    up(y);
    return y;
}

static struct t *ins(struct t *t, int k) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->k = k;
        t->h = 1;
        return t;
    }
    if (k < t->k) t->l = ins(t->l, k);
    else if (k > t->k) t->r = ins(t->r, k);
    else return t;
    up(t);
    int b = H(t->l) - H(t->r);
    if (b > 1) {
        if (k > t->l->k) t->l = rl(t->l);
        return rr(t);
    }
    if (b < -1) {
        if (k < t->r->k) t->r = rr(t->r);
        return rl(t);
    }
    return t;
}

static void walk(struct t *t, int d) {
    if (t) {
        walk(t->l, d + 1);
        printf("%d:%d ", t->k, d);
        walk(t->r, d + 1);
    }
}

static void fr(struct t *t) {
    if (t) {
        fr(t->l);
        fr(t->r);
        free(t);
    }
}

int main(void) {
    struct t *r = 0;
    int i;
    for (i = 0; i < 40; i++) r = ins(r, i * 17 % 41);
    walk(r, 0);
    printf("\n%d %d\n", r->k, r->h);
    fr(r);
    return 0;
}
