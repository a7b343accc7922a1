// ask: --check assert
// answer: fails
// ask: --check memory
// answer: fails
// ask: --within holds --check assert
// answer: unknown
// says: a run does what proofs take for granted not to happen
#include <assert.h>

struct n { struct n *next; int v; };

/* A pointer that nothing writes may point into the environment's heap: what comes after its use is no dead code. */
static void uses(struct n *x)
{
    x->v = 3;
    if (x->next)
        assert(x->next->v != 4);
}

static void holds(struct n *x, int *mine)
{
    x->v = 3;
    assert(x->v == 3 && *mine == 1);
}

int main(void)
{
    struct n *group;
    int mine = 1;
    holds(group, &mine);
    uses(group);
    return 0;
}
