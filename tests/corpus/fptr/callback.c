// A fold with a callback and its context.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static void each(const int *a, int n, void (*visit)(int, void *), void *context)
{
    int i;
    for (i = 0; i < n; i++)
        visit(a[i], context);
}

static void total(int v, void *context)
{
    *(int *)context += v;
}

static void largest(int v, void *context)
{
    int *best = context;
    if (v > *best)
        *best = v;
}

int main(void)
{
    int a[3] = { 4, 9, 2 };
    int sum = 0, best = 0;
    a[1] = __VERIFIER_nondet_uchar();
    each(a, 3, total, &sum);
    each(a, 3, largest, &best);
    assert(best <= sum);
    assert(sum == 6 + a[1]);
    return 0;
}
