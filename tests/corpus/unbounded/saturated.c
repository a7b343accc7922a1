// A result that stops growing at a limit that two procedures share.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int up(int n);

static int down(int n)
{
    int r = n <= 0 ? 0 : up(n - 1);
    return r > 0 ? r - 1 : 0;
}

static int up(int n)
{
    int r = n <= 0 ? 0 : down(n - 1);
    return r < 9 ? r + 1 : 9;
}

int main(void)
{
    int r = up(__VERIFIER_nondet_int());
    assert(r >= 1);
    assert(r <= 9);
    return 0;
}
