// A long squeezed into a short is not the same number.
// inputs: 65536
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    long v = __VERIFIER_nondet_long();
    short s = (short)v;
    __VERIFIER_assume(v > 0 && v < 100000);
    assert(s > 0 || s < -1);
    return 0;
}
