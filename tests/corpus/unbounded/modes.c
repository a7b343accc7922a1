// Interrupts are disabled and enabled again around a recursive call.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int disabled;

static int save(void)
{
    int old = disabled;
    disabled = 1;
    return old;
}

static void restore(int old)
{
    disabled = old;
}

static void handle(int n)
{
    int old = save();
    assert(disabled == 1);
    if (n > 0)
        handle(n - 1);
    restore(old);
}

int main(void)
{
    disabled = 0;
    handle(__VERIFIER_nondet_int());
    assert(disabled == 0);
    return 0;
}
