// A small checksum is linear.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned char crc(unsigned char x)
{
    int i;
    for (i = 0; i < 8; i++)
        x = (unsigned char)(x & 0x80 ? x << 1 ^ 0x07 : x << 1);
    return x;
}

int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    assert((crc(a) ^ crc(b)) == crc(a ^ b));
    return 0;
}
