// The naive average overflows.
// inputs: 4294967295,1
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned avg = (a + b) / 2;
    assert(avg >= (a < b ? a : b));
    return 0;
}
