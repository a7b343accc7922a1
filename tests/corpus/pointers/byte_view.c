// The bytes of an unsigned integer, little end first.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned char *p = (unsigned char *)&x;
    unsigned y = p[0] | (unsigned)p[1] << 8 | (unsigned)p[2] << 16 | (unsigned)p[3] << 24;
    assert(x == y);
    return 0;
}
