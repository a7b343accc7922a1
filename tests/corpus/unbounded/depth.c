// A counter of the calls under way is back where it was.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int depth;

static void visit(int n)
{
    depth++;
    if (n > 0)
        visit(n - 1);
    depth--;
}

int main(void)
{
    depth = 0;
    visit(__VERIFIER_nondet_int());
    assert(depth == 0);
    return 0;
}
