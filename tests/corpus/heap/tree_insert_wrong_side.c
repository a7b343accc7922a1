// One comparison goes to the wrong side.
// inputs: 2,1,0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct tree { int key; struct tree *left, *right; };
static struct tree *insert(struct tree *t, int key)
{
    if (!t) {
        t = malloc(sizeof *t);
        if (!t)
            exit(0);
        t->key = key;
        t->left = t->right = 0;
    } else if (key < t->key && !t->left)
        t->left = insert(t->left, key);
    else
        t->right = insert(t->right, key);
    return t;
}

static int last, seen;
static void walk(const struct tree *t)
{
    if (!t)
        return;
    walk(t->left);
    if (seen++)
        assert(last <= t->key);
    last = t->key;
    walk(t->right);
}

int main(void)
{
    struct tree *t = 0;
    int i;
    for (i = 0; i < 3; i++)
        t = insert(t, __VERIFIER_nondet_int());
    walk(t);
    return 0;
}
