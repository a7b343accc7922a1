// A small Ackermann function reaches 9.
// inputs: 2,3
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int ack(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ack(m - 1, 1);
    return ack(m - 1, ack(m, n - 1));
}

int main(void)
{
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    __VERIFIER_assume(m >= 0 && m <= 2);
    __VERIFIER_assume(n >= 0 && n <= 3);
    assert(ack(m, n) < 9);
    return 0;
}
