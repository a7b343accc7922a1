// One mask is wrong, and a byte is lost.
// inputs: 256
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned swap(unsigned x)
{
    return x >> 24 | (x >> 8 & 0xff00u) | (x << 8 & 0xff00u) | x << 24;
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    assert(swap(swap(x)) == x);
    return 0;
}
