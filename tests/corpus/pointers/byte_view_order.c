// The bytes are put together in the wrong order.
// inputs: 1
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned char *p = (unsigned char *)&x;
    unsigned y = p[3] | (unsigned)p[2] << 8 | (unsigned)p[1] << 16 | (unsigned)p[0] << 24;
    assert(x == y);
    return 0;
}
