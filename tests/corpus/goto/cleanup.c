// Resources are released in the order of labels on every path.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int a_held, b_held;
static int work(void)
{
    int status = -1;
    a_held = 1;
    if (__VERIFIER_nondet_int())
        goto out_a;
    b_held = 1;
    if (__VERIFIER_nondet_int())
        goto out_b;
    status = 0;
out_b:
    b_held = 0;
out_a:
    a_held = 0;
    return status;
}

int main(void)
{
    work();
    assert(!a_held && !b_held);
    return 0;
}
