// Wrapping additions cancel.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    assert(a + b - b == a);
    assert((a + b < a) == (a + b < b));
    return 0;
}
