// Recursion of any depth: the result is never negative.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int count(int n)
{
    if (n <= 0)
        return 0;
    return 1 + count(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 20000)
        return 0;
    assert(count(n) >= 0);
    return 0;
}
