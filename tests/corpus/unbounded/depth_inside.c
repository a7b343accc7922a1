// No call ends below the depth at which it began, and the first ends at zero.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int depth;

static void visit(void)
{
    int before = depth;
    depth++;
    if (__VERIFIER_nondet_bool())
        visit();
    if (__VERIFIER_nondet_bool())
        visit();
    depth--;
    assert(depth == before);
}

int main(void)
{
    depth = 0;
    visit();
    assert(depth == 0);
    return 0;
}
