// A recursive factorial agrees with the loop.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int fact(int n)
{
    return n <= 1 ? 1 : n * fact(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i, product = 1;
    __VERIFIER_assume(n >= 0 && n <= 7);
    for (i = 2; i <= n; i++)
        product *= i;
    assert(fact(n) == product);
    return 0;
}
