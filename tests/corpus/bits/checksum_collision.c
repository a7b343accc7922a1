// A checksum by exclusive or does not notice swapped bytes.
// inputs: 1,2
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    unsigned char sum = a ^ b, swapped = b ^ a;
    assert(sum != swapped || a == b);
    return 0;
}
