// The number of calls is the argument.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int count(int n)
{
    if (n <= 0)
        return 0;
    return count(n - 1) + 1;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0);
    assert(count(n) == n);
    return 0;
}
