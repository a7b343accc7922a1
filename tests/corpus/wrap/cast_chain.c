// Narrowing and widening keeps the low byte.
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    long v = __VERIFIER_nondet_long();
    unsigned char low = (unsigned char)v;
    short s = (short)v;
    assert((unsigned char)s == low);
    assert((s & 0xff) == low);
    return 0;
}
