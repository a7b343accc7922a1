// The counts of a histogram add up to the number of samples.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned count[4] = { 0, 0, 0, 0 };
    int i;
    for (i = 0; i < 6; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        count[c >> 6]++;
    }
    assert(count[0] + count[1] + count[2] + count[3] == 6);
    return 0;
}
