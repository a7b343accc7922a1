// The digit sum of a number leaves the same remainder by nine.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned digits(unsigned n)
{
    if (n < 10)
        return n;
    return n % 10 + digits(n / 10);
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 1000);
    assert(digits(n) % 9 == n % 9);
    return 0;
}
