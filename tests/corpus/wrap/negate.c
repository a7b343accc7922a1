// Minus of an unsigned number, and two's complement.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    assert(-x == ~x + 1u);
    assert(x == 0 || x + -x == 0);
    return 0;
}
