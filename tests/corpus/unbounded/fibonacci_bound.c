// Fibonacci numbers with a cap are never negative.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int fibonacci(int n)
{
    int sum;
    if (n < 1)
        return 0;
    if (n == 1)
        return 1;
    sum = fibonacci(n - 1) + fibonacci(n - 2);
    return sum > 1000 ? 1000 : sum;
}

int main(void)
{
    int r = fibonacci(__VERIFIER_nondet_int());
    assert(r >= 0);
    assert(r <= 1000);
    return 0;
}
