// The error path of a recursive procedure gives the lock back, too.
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

static int work(int n)
{
    int result;
    lock();
    if (n < 0) {
        unlock();
        return -1;
    }
    unlock();
    if (n == 0)
        return 0;
    result = work(n - 1);
    if (result < 0)
        return result;
    lock();
    unlock();
    return result;
}

int main(void)
{
    work(__VERIFIER_nondet_int());
    assert(!held);
    return 0;
}
