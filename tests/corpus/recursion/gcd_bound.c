// Euclid's algorithm on small numbers gives a number that is positive and not above both.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static void assume(int c)
{
    if (!c)
        abort();
}

static int gcd(int a, int b)
{
    return b == 0 ? a : gcd(b, a % b);
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    assume(a > 0 && b > 0 && a < 50 && b < 50);
    int g = gcd(a, b);
    assert(g >= 1);
    assert(g <= a || g <= b);
    return 0;
}
