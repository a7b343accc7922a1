// ask: --entry f --check assert
// answer: proved (assuming no invalid pointer use, pointers from outside are apart)
// ask: --entry g --check assert
// answer: fails
// ask: --entry bytes --check assert
// answer: unknown
// says: pointers of the environment copied as bytes
#include <assert.h>
#include <string.h>

struct n { struct n *next; int v; };

void f(struct n *x)
{
    if (x) {
        struct n y = *x;
        if (y.next) {
            y.next->v = 2;
            assert(y.next->v == 2 && x->next == y.next && y.next != &y);
        }
    }
}

void g(struct n *x)
{
    if (x) {
        struct n y = *x;
        if (y.next) {
            y.next->v = 2;
            assert(x->v != 2);
        }
    }
}

void bytes(struct n *x)
{
    if (x) {
        struct n y;
        memcpy(&y, x, sizeof y);
        if (y.next)
            assert(y.next != &y);
    }
}
