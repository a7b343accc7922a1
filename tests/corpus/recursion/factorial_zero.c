// The base case is wrong for zero.
// inputs: 0
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int fact(int n)
{
    if (n == 0)
        return 0;
    if (n == 1)
        return 1;
    return n * fact(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 7);
    assert(fact(n) > 0);
    return 0;
}
