// Rotations to the left and to the right cancel.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned rotl(unsigned x, unsigned n)
{
    n &= 31;
    return n ? x << n | x >> (32 - n) : x;
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    assert(rotl(rotl(x, n), 32 - (n & 31)) == x);
    return 0;
}
