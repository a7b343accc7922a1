// Two functions that call each other find out whether a small number is even.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static void assume(int c)
{
    if (!c)
        abort();
}

static int odd(unsigned n);

static int even(unsigned n)
{
    return n == 0 ? 1 : odd(n - 1);
}

static int odd(unsigned n)
{
    return n == 0 ? 0 : even(n - 1);
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    assume(n < 20);
    assert(even(n) == (n % 2 == 0));
    return 0;
}
