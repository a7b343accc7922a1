// ask: --entry f --check assert
// answer: fails
// ask: --entry g --check assert
// answer: proved (assuming no invalid pointer use, pointers from outside are apart)
#include <assert.h>

struct ops { int (*open)(int); struct ops *next; };

static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
int (*used[])(int) = { one, two };

/* A pointer to a function is null or a function of its type. */
void f(struct ops *o)
{
    if (o && o->next && o->next->open)
        assert(o->next->open(1) == 2);
}

void g(struct ops *o)
{
    if (o && o->next && o->next->open) {
        int r = o->next->open(1);
        assert(r == 2 || r == 3);
    }
}
