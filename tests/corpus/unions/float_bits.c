// The sign bit of a float.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

union bits { float f; unsigned u; };
int main(void)
{
    union bits b;
    b.u = __VERIFIER_nondet_uint() & 0x7fffffffu;
    assert(!(b.f < 0.0f));
    b.u |= 0x80000000u;
    assert(!(b.f > 0.0f));
    return 0;
}
