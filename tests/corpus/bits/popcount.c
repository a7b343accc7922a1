// Two ways to count bits agree.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int by_shifting(unsigned x)
{
    int n = 0;
    while (x) {
        n += x & 1;
        x >>= 1;
    }
    return n;
}

static int by_clearing(unsigned x)
{
    int n = 0;
    for (; x; n++)
        x &= x - 1;
    return n;
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uchar();
    assert(by_shifting(x) == by_clearing(x));
    return 0;
}
