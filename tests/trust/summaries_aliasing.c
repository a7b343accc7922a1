// ask: --check assert --engine references --stats
// answer: proved
// says: references: summaries = 2
// says: references: effects = 4
// ask: --check assert --engine references --summaries states --stats
// answer: proved
// says: references: summaries = 3
// says: references: effects = 6
// A recursion that allocates without bound: what a call does depends on what it reads alone, however its caller aliases.
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct box { _Bool x; };
static struct box *g1, *g2;

static void recurse(void)
{
    struct box *f = malloc(sizeof *f);
    f->x = 1;
    if (__VERIFIER_nondet_bool()) {
        f->x = g1->x;
        g1 = f;
        recurse();
    }
}

int main(void)
{
    g1 = malloc(sizeof *g1);
    g2 = g1;
    g1->x = 0;
    recurse();
    assert(!g1->x && !g2->x);
    return 0;
}
