// Reference counting: the object lives until the last owner lets it go.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct shared { int refs; int value; };
static int freed;
static struct shared *take(struct shared *s)
{
    s->refs++;
    return s;
}

static void drop(struct shared *s)
{
    if (--s->refs == 0) {
        freed++;
        free(s);
    }
}

int main(void)
{
    struct shared *s = malloc(sizeof *s), *t = 0;
    if (!s)
        return 0;
    s->refs = 1;
    s->value = __VERIFIER_nondet_int();
    if (s->value > 0)
        t = take(s);
    if (t)
        drop(t);
    assert(freed == 0);
    drop(s);
    assert(freed == 1);
    return 0;
}
