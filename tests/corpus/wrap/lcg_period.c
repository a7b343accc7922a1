// The little random generator comes back to its seed.
// inputs: 16
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned char seed = __VERIFIER_nondet_uchar();
    unsigned char x = seed;
    int i;
    for (i = 0; i < 4; i++)
        x = (unsigned char)(5 * x + 64);
    assert(x != seed);
    return 0;
}
