// Prefix sums of non-negative values never fall.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned a[6], i;
    for (i = 0; i < 6; i++)
        a[i] = __VERIFIER_nondet_uchar();
    for (i = 1; i < 6; i++)
        a[i] += a[i - 1];
    for (i = 1; i < 6; i++)
        assert(a[i] >= a[i - 1]);
    return 0;
}
