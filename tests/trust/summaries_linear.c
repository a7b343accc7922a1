// ask: --check assert,memory --engine references -DN=200
// answer: proved
// ask: --check assert,memory --engine references -DN=2000
// answer: proved
// Without summaries 2 to the power of N calls, with them two for each depth.
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
#ifndef N
#define N 200
#endif
struct box { _Bool x; };
static struct box *g;

static struct box *clone(void)
{
    struct box *t = malloc(sizeof *t);
    t->x = g->x;
    return t;
}

static void descend(int i)
{
    if (i < N) {
        struct box *f = clone();
        _Bool b = __VERIFIER_nondet_bool();
        g->x = b;
        descend(i + 1);
        assert(g->x == b);
        g->x = f->x;
    }
}

int main(void)
{
    g = malloc(sizeof *g);
    g->x = 0;
    descend(0);
    assert(!g->x);
    return 0;
}
