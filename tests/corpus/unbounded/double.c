// Adding two for each call gives twice the argument.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned twice(unsigned n)
{
    return n == 0 ? 0 : twice(n - 1) + 2;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    assert(twice(n) % 2 == 0);
    return 0;
}
