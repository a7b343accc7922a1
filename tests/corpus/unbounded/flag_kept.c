// A flag that only the innermost call may set is set at most once.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int done, times;

static void run(int n)
{
    if (done)
        return;
    if (n <= 0) {
        done = 1;
        times++;
        return;
    }
    run(n - 1);
    run(n - 2);
}

int main(void)
{
    done = 0;
    times = 0;
    run(__VERIFIER_nondet_int());
    assert(done);
    assert(times == 1);
    return 0;
}
