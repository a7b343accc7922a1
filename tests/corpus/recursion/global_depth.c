// A depth counter is not restored on the early return.
// inputs: 3,0,0,0,1
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int depth;
static int visit(int n)
{
    depth++;
    if (n > 2 && __VERIFIER_nondet_int())
        return 0;
    if (n > 0)
        visit(n - 1);
    if (__VERIFIER_nondet_int() && n == 2)
        return 1;
    depth--;
    return 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 4);
    visit(n);
    assert(depth == 0);
    return 0;
}
