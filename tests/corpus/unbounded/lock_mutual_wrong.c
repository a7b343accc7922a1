// The lock is given back only if there is more to do.
// inputs: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int held;

static void give(int n);

static void take(int n)
{
    assert(!held);
    held = 1;
    give(n);
}

static void give(int n)
{
    if (n > 0) {
        held = 0;
        take(n - 1);
    }
}

int main(void)
{
    take(__VERIFIER_nondet_int());
    assert(!held);
    return 0;
}
