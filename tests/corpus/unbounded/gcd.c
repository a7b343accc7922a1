// The greatest common divisor of positive numbers is positive.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int gcd(int a, int b)
{
    if (a == b)
        return a;
    return a > b ? gcd(a - b, b) : gcd(a, b - a);
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    __VERIFIER_assume(a > 0 && b > 0);
    assert(gcd(a, b) > 0);
    return 0;
}
