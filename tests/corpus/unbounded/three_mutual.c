// Three procedures in a circle keep a counter even.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int n_even;

static void c(int n);
static void b(int n);

static void a(int n)
{
    n_even += 2;
    if (n > 0)
        b(n - 1);
}

static void b(int n)
{
    n_even -= 4;
    if (n > 0)
        c(n - 1);
}

static void c(int n)
{
    n_even += 6;
    if (n > 0)
        a(n - 1);
}

int main(void)
{
    n_even = 0;
    a(__VERIFIER_nondet_int());
    assert((n_even & 1) == 0);
    return 0;
}
