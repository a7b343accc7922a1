// Neighbours in Gray code differ in one bit.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned gray(unsigned n)
{
    return n ^ n >> 1;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned d;
    __VERIFIER_assume(n < 0xffffffffu);
    d = gray(n) ^ gray(n + 1);
    assert(d != 0 && (d & (d - 1)) == 0);
    return 0;
}
