// ask: --entry h --check assert
// answer: fails
// ask: --entry long_way --check assert
// answer: fails
// ask: --entry stored --check assert
// answer: proved (assuming no invalid pointer use, pointers from outside are apart)
#include <assert.h>
#include <stdlib.h>

struct n { struct n *next; int v; };

/* Lists may be cyclic. */
void h(struct n *x)
{
    if (x && x->next == x)
        assert(0);
}

void long_way(struct n *x)
{
    if (x && x->next && x->next != x && x->next->next == x)
        assert(0);
}

/* What the program writes there is what it reads. */
void stored(struct n *x)
{
    if (x && x->next) {
        struct n *m = malloc(sizeof *m);
        if (!m)
            return;
        m->next = x->next;
        m->v = 1;
        assert(x->next != m);
        x->next = m;
        assert(x->next == m && x->next->v == 1);
        x->next->next->v = 2;
        assert(m->v == 1);
    }
}
