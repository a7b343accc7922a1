// The larger of two results of a recursion is within its bounds.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int deepest(int low)
{
    int a, b;
    if (low >= 10 || __VERIFIER_nondet_bool())
        return low;
    a = deepest(low + 1);
    b = deepest(low + 1);
    return a > b ? a : b;
}

int main(void)
{
    int r = deepest(3);
    assert(r >= 3);
    assert(r <= 10);
    return 0;
}
