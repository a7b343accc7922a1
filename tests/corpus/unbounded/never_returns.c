// A recursion without an end: nothing comes after it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static void forever(int n)
{
    forever(n + 1);
}

int main(void)
{
    forever(__VERIFIER_nondet_int());
    assert(0);
    return 0;
}
