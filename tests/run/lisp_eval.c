#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct cell { int tag; long num; char sym[8]; struct cell *a, *d; } C;
enum { NUMB, SYM, PAIR, LAM };
static C *all[3000];
static int nall;
static C *mk(int t) {
    C *c = calloc(1, sizeof *c);
    c->tag = t;
    all[nall++] = c;
    return c;
}

static C *num(long n) {
    C *c = mk(NUMB);
    c->num = n;
    return c;
}

static C *cons(C *a, C *d) {
    C *c = mk(PAIR);
    c->a = a;
    c->d = d;
    return c;
}

static const char *p;
static C *rd(void) {
    while (*p == ' ') p++;
    if (*p == '(') {
        p++;
        C *h = 0, **t = &h;
        for (;;) {
            while (*p == ' ') p++;
            if (*p == ')') {
                p++;
                return h;
            }
            C *x = rd();
            *t = cons(x, 0);
            t = &(*t)->d;
        }
    }
    if (*p >= '0' && *p <= '9') {
        char *e;
        long n = strtol(p, &e, 10);
        p = e;
        return num(n);
    }
    C *s = mk(SYM);
    int n = 0;
    while (*p && *p != ' ' && *p != ')' && *p != '(') s->sym[n++] = *p++;
    return s;
}

static C *genv;
static C *look(C *e, C *s) {
    for (; e; e = e->d) if (!strcmp(e->a->a->sym, s->sym)) return e->a->d;
    for (e = genv; e; e = e->d) if (!strcmp(e->a->a->sym, s->sym)) return e->a->d;
    return 0;
}

static C *ev(C *x, C *e) {
    if (!x || x->tag == NUMB) return x;
    if (x->tag == SYM) return look(e, x);
    const char *f = x->a->tag == SYM ? x->a->sym : "";
    if (!strcmp(f, "if")) return ev(ev(x->d->a, e)->num ? x->d->d->a : x->d->d->d->a, e);
    if (!strcmp(f, "fn")) {
        C *l = mk(LAM);
        l->a = x->d;
        l->d = e;
        return l;
    }
    if (!strcmp(f, "def")) {
        C *v = ev(x->d->d->a, e);
        genv = cons(cons(x->d->a, v), genv);
        return v;
    }
    if (!*f || look(e, x->a)) {
        C *l = ev(x->a, e), *ps = l->a->a, *as = x->d, *ne = l->d;
        for (; ps; ps = ps->d, as = as->d) ne = cons(cons(ps->a, ev(as->a, e)), ne);
        return ev(l->a->d->a, ne);
    }
    long a = ev(x->d->a, e)->num, b = ev(x->d->d->a, e)->num;
    switch (*f) {
        case '+': return num(a + b);
        case '-': return num(a - b);
        case '*': return num(a * b);
        default: return num(a < b);
    }
}

int main(void) {
    const char *src[] = { "(def fact (fn (n) (if (< n 2) 1 (* n (fact (- n 1))))))", "(fact 15)",
        "(def fib (fn (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))", "(fib 9)",
        "((fn (x y) (+ x (* y y))) 3 4)", "(((fn (a) (fn (b) (- a b))) 10) 4)" };
    for (int i = 0; i < 6; i++) {
        p = src[i];
        C *r = ev(rd(), 0);
        if (r && r->tag == NUMB) printf("%ld\n", r->num);
    }
    printf("%d\n", nall);
    while (nall) free(all[--nall]);
    return 0;
}
