// Two functions call each other; one of them has a third way out.
// inputs: 9
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int second(int n);
static int first(int n)
{
    return n <= 0 ? 1 : second(n - 2);
}

static int second(int n)
{
    if (n <= 0)
        return 2;
    return n == 7 ? 3 : first(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), r;
    __VERIFIER_assume(n < 12);
    r = first(n);
    assert(r == 1 || r == 2);
    return 0;
}
