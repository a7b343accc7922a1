// McCarthy's function is 91 for all that is not above 101.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int m(int n)
{
    return n > 100 ? n - 10 : m(m(n + 11));
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int r = m(n);
    assert(n > 101 || r == 91);
    return 0;
}
