// Packing colours and taking them apart.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned pack(unsigned char r, unsigned char g, unsigned char b)
{
    return (unsigned)r << 16 | (unsigned)g << 8 | b;
}

int main(void)
{
    unsigned char r = __VERIFIER_nondet_uchar(), g = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    unsigned c = pack(r, g, b);
    assert((c >> 16 & 255) == r && (c >> 8 & 255) == g && (c & 255) == b);
    return 0;
}
