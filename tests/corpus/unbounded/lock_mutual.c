// The lock is taken by one procedure and given back by the other.
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

static void give(int n);

static void take(int n)
{
    lock();
    give(n);
}

static void give(int n)
{
    unlock();
    if (n > 0)
        take(n - 1);
}

int main(void)
{
    take(__VERIFIER_nondet_int());
    lock();
    return 0;
}
