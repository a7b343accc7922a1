// ask: --check assert
// answer: fails
// says: get() =
#include <assert.h>

struct wl { int state; };
struct hw { int id; struct wl *priv; };

struct hw *get(void);

/* What a function without body gives can be used, and what that points to as well. */
int main(void)
{
    struct hw *p = get();
    if (p) {
        struct wl *w = p->priv;
        if (w && w->state == 5)
            assert(0);
    }
    return 0;
}
