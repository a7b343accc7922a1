// Priority inversion: with these arrivals the low one is served before the high one.
// inputs: 1,9,0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int queue[4], size;
static void arrive(int priority)
{
    if (size < 4)
        queue[size++] = priority;
}

static int serve(void)
{
    int i, best = 0;
    for (i = 1; i < size - 1; i++)
        if (queue[i] > queue[best])
            best = i;
    i = queue[best];
    queue[best] = queue[--size];
    return i;
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    arrive(a);
    arrive(b);
    assert(serve() >= b);
    return 0;
}
