// Zero passes the test for a power of two.
// inputs: 0
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if ((x & (x - 1)) == 0)
        assert(x != 0);
    return 0;
}
