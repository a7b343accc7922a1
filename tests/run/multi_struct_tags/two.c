struct t { int p; char q; };
int f(struct t *t) {
    return t->p * 10 + t->q;
}

struct s { long unrelated[4]; };
static long helper(struct s *s) {
    return s->unrelated[1];
}

long g(void *p) {
    struct s s = { { 1, 22 } };
    return helper(&s) + *(int *)p;
}

double ratio = 0.75;
