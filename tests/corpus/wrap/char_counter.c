// A counter of eight bits comes back to zero.
// inputs: 256
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i;
    unsigned char c = 0;
    __VERIFIER_assume(n <= 300);
    for (i = 0; i < n; i++)
        c++;
    if (n > 0)
        assert(c != 0);
    return 0;
}
