// The limit itself is a result.
// inputs: 0,0,0
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int deepest(int low)
{
    int a;
    if (low >= 6 || __VERIFIER_nondet_bool())
        return low;
    a = deepest(low + 1);
    return a;
}

int main(void)
{
    assert(deepest(3) < 6);
    return 0;
}
