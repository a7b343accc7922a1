// ask: --entry f --check assert
// answer: fails
// ask: --entry g --check assert
// answer: unknown
// says: a pointer in a union of the environment
#include <assert.h>

struct a { int x; };
struct b { long y; };
struct n { int kind; union { struct a *a; struct b *b; long number; } u; };

void f(struct n *n)
{
    if (n && n->kind == 3 && n->u.number == 7)
        assert(0);
}

void g(struct n *n)
{
    int mine = 4;
    if (n && n->kind == 1 && n->u.a)
        n->u.a->x = 1;
    if (n && n->kind == 2 && n->u.b)
        n->u.b->y = 1;
    assert(*&mine == 4);
}
