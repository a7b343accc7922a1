// The second recursive call is made while the lock is held.
// inputs: 3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int held;

static void lock(void)
{
    assert(!held);
    held = 1;
}

static void unlock(void)
{
    assert(held);
    held = 0;
}

static void work(int n)
{
    if (n <= 0)
        return;
    lock();
    unlock();
    work(n - 1);
    lock();
    work(n - 2);
    unlock();
}

int main(void)
{
    work(__VERIFIER_nondet_int());
    return 0;
}
