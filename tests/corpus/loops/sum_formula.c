// The sum of the first numbers against the closed form, for small bounds.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i, sum = 0;
    __VERIFIER_assume(n <= 12);
    for (i = 1; i <= n; i++)
        sum += i;
    assert(2 * sum == n * (n + 1));
    return 0;
}
