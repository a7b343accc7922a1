// Sign extension of a 12-bit field by hand and by shifts.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int extend(unsigned x)
{
    x &= 0xfffu;
    return (int)(x ^ 0x800u) - 0x800;
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    int v = extend(x);
    assert(v >= -2048 && v <= 2047);
    assert(((unsigned)v & 0xfffu) == (x & 0xfffu));
    return 0;
}
