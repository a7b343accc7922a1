// The integer square root.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned root(unsigned n)
{
    unsigned r = 0;
    while ((r + 1) * (r + 1) <= n)
        r++;
    return r;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned r;
    __VERIFIER_assume(n <= 100);
    r = root(n);
    assert(r * r <= n && (r + 1) * (r + 1) > n);
    return 0;
}
