// With wrapping arithmetic the smallest integer is its own absolute value.
// inputs: 0,0,2147483648
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned absolute(unsigned x)
{
    return x >> 31 ? 0u - x : x;
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
    if (absolute(a) >> 31 || absolute(b) >> 31 || absolute(c) >> 31)
        reach_error();
    return 0;
}
