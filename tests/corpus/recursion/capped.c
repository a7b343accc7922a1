// Recursion of any depth, with a result that stops growing.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int level(int n)
{
    int below;
    if (n <= 0)
        return 0;
    below = level(n - 1);
    return below < 7 ? below + 1 : below;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(level(n) <= 7);
    assert(level(n) >= 0);
    return 0;
}
