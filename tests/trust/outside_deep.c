// ask: --entry g --check assert
// answer: fails
// ask: --entry two --check assert
// answer: fails
// ask: --entry ends --check assert
// answer: proved (assuming no invalid pointer use, pointers from outside are apart)
// ask: --entry walks --check assert
// answer: proved (assuming no invalid pointer use, pointers from outside are apart)
#include <assert.h>
#include <stddef.h>

struct n { struct n *next; int v; };

/* Lists have any length. */
void g(struct n *x)
{
    if (x && x->next && x->next->next && x->next->next->next && x->next->next->next->next)
        assert(0);
}

/* Two ways may lead to one object. */
void two(struct n *x, struct n *y)
{
    if (x && y && x != y && x->next && x->next == y->next) {
        x->next->v = 1;
        y->next->v = 2;
        assert(x->next->v == 1);
    }
}

void ends(struct n *x)
{
    while (x)
        x = x->next;
    assert(x == NULL);
}

void walks(struct n *x)
{
    struct n mine = { NULL, 5 }, *last = &mine;
    for (int i = 0; i < 100 && x; i++) {
        x->v = 7;
        x = x->next;
    }
    assert(last->v == 5);
}
