// The merged interval also covers what lies between.
// inputs: 5,0,1,8,9
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct interval { int low, high; };
static struct interval merge(struct interval a, struct interval b)
{
    struct interval r;
    r.low = a.low < b.low ? a.low : b.low;
    r.high = a.high > b.high ? a.high : b.high;
    return r;
}

static int covers(const struct interval *i, int x)
{
    return i->low <= x && x <= i->high;
}

int main(void)
{
    struct interval a, b, c;
    int x = __VERIFIER_nondet_int();
    a.low = __VERIFIER_nondet_int();
    a.high = __VERIFIER_nondet_int();
    b.low = __VERIFIER_nondet_int();
    b.high = __VERIFIER_nondet_int();
    c = merge(a, b);
    if (covers(&c, x))
        assert(covers(&a, x) || covers(&b, x));
    return 0;
}
