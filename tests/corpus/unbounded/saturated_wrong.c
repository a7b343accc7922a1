// The limit is reached, so the result is not below it.
// inputs: 4
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int level(int n)
{
    int below;
    if (n <= 0)
        return 0;
    below = level(n - 1);
    return below < 4 ? below + 1 : below;
}

int main(void)
{
    assert(level(__VERIFIER_nondet_int()) < 4);
    return 0;
}
