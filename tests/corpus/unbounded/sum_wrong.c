// Counting by two gives another sum.
// inputs: 1,0
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned add(unsigned a, unsigned b)
{
    if (a == 0)
        return b;
    return add(a - 1, b + 2);
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    assert(add(a, b) == a + b);
    return 0;
}
