// A power of two has exactly one bit.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned k;
    if (x == 0 || (x & (x - 1)) != 0)
        return 0;
    for (k = 0; k < 32; k++)
        if (x == 1u << k)
            return 0;
    reach_error();
    return 0;
}
