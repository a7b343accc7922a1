// A conversion that reports what does not fit.
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int to_byte(long v, unsigned char *out)
{
    if (v < 0 || v > 255)
        return -1;
    *out = (unsigned char)v;
    return 0;
}

int main(void)
{
    long v = __VERIFIER_nondet_long();
    unsigned char b = 0;
    if (to_byte(v, &b) == 0)
        assert(b == v);
    else
        assert(v < 0 || v > 255);
    return 0;
}
