// The greatest common divisor of 4 and 6 is 2.
// inputs: 4
extern int __VERIFIER_nondet_int(void);
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
    int a = __VERIFIER_nondet_int();
    if (a > 0 && a < 6)
        assert(gcd(a, 6) != 2);
    return 0;
}
