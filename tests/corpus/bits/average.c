// The average without overflow.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned avg = (a & b) + ((a ^ b) >> 1);
    assert(avg == (unsigned)(((unsigned long)a + b) / 2));
    return 0;
}
