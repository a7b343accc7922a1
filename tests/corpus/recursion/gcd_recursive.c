// The recursive gcd is positive and at most the smaller argument.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int gcd(int a, int b)
{
    return b == 0 ? a : gcd(b, a % b);
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int g;
    __VERIFIER_assume(a > 0 && a < 30);
    __VERIFIER_assume(b > 0 && b < 30);
    g = gcd(a, b);
    assert(g >= 1 && g <= a && g <= b);
    return 0;
}
