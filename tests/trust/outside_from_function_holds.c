// ask: --check assert
// answer: proved (assuming no invalid pointer use, pointers from outside are apart)
// says: none points to an object of the program
#include <assert.h>
#include <stddef.h>

struct wl { int state; struct wl *other; };
struct hw { int id; struct wl *priv; };

struct hw *get(void);

static int locked;

static void lock(struct wl *w)
{
    assert(!locked);
    locked = 1;
    w->state = 1;
}

static void unlock(struct wl *w)
{
    assert(locked);
    locked = 0;
    w->state = 0;
}

int main(void)
{
    struct hw *p = get();
    if (p == NULL)
        return 1;
    struct wl *w = p->priv;
    lock(w);
    if (w->other) {
        w->other->state = 2;
        w->other->other = w;
        assert(w->other->other == w);
    }
    unlock(w);
    assert(w->state == 0);
    return 0;
}
