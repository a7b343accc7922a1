// A pointer that may be null is tested before every use.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int read_or(const int *p, int other)
{
    return p ? *p : other;
}

int main(void)
{
    int x = 3;
    int *p = 0;
    if (__VERIFIER_nondet_int() > 10)
        p = &x;
    assert(read_or(p, 4) == (p == 0 ? 4 : 3));
    return 0;
}
