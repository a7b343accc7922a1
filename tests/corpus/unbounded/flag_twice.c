// Without the test of the flag it is set once for each leaf.
// inputs: 2
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int times;

static void run(int n)
{
    if (n <= 0) {
        times++;
        return;
    }
    run(n - 1);
    run(n - 2);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    times = 0;
    if (n < 3)
        run(n);
    assert(times <= 2);
    return 0;
}
