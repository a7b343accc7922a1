// Interrupts are enabled again whatever they were before.
// inputs: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int disabled;

static void handle(int n)
{
    disabled = 1;
    if (n > 0)
        handle(n - 1);
    assert(disabled == 1);
    disabled = 0;
}

int main(void)
{
    disabled = 0;
    handle(__VERIFIER_nondet_int());
    return 0;
}
