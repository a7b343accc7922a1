// Parity by folding against parity by counting.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned folded = x, n = 0, i;
    folded ^= folded >> 4;
    folded ^= folded >> 2;
    folded ^= folded >> 1;
    for (i = 0; i < 8; i++)
        n += x >> i & 1;
    assert((folded & 1) == n % 2);
    return 0;
}
