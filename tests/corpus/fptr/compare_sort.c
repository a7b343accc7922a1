// Sorting three values by a comparison that is chosen at run time.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int up(int a, int b) { return a > b; }
static int down(int a, int b) { return a < b; }
static void order(int *a, int *b, int (*wrong)(int, int))
{
    if (wrong(*a, *b)) {
        int t = *a;
        *a = *b;
        *b = t;
    }
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    int rising = __VERIFIER_nondet_int();
    int (*wrong)(int, int) = rising ? up : down;
    order(&x, &y, wrong);
    order(&y, &z, wrong);
    order(&x, &y, wrong);
    if (rising)
        assert(x <= y && y <= z);
    else
        assert(x >= y && y >= z);
    return 0;
}
