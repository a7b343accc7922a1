// It takes 7 moves for 3 discs.
// inputs: 3
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned moves(unsigned n)
{
    return n == 0 ? 0 : 2 * moves(n - 1) + 1;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 4)
        assert(moves(n) != 7);
    return 0;
}
