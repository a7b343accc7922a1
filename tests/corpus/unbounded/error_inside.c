// An assertion inside of the recursion, on what every call is given.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static void descend(int n)
{
    assert(n >= 0);
    if (n > 0)
        descend(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n >= 0)
        descend(n);
    return 0;
}
