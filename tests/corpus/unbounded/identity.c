// Down and up again: the result is the argument.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int back(int n)
{
    if (n == 0)
        return 0;
    return n > 0 ? back(n - 1) + 1 : back(n + 1) - 1;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(back(n) == n);
    return 0;
}
