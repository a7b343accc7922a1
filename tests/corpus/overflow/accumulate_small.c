// A sum of bytes fits.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int i, sum = 0;
    for (i = 0; i < 20; i++)
        sum += __VERIFIER_nondet_uchar();
    return sum > 100;
}
