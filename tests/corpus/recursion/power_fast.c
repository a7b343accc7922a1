// Exponentiation by squaring against repeated multiplication, modulo 2^32.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned power(unsigned base, unsigned e)
{
    unsigned half;
    if (e == 0)
        return 1;
    half = power(base, e / 2);
    return e % 2 ? half * half * base : half * half;
}

int main(void)
{
    unsigned b = __VERIFIER_nondet_uint(), e = __VERIFIER_nondet_uint();
    unsigned i, p = 1;
    __VERIFIER_assume(b < 4 && e < 6);
    for (i = 0; i < e; i++)
        p *= b;
    assert(power(b, e) == p);
    return 0;
}
