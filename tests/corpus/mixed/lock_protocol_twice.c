// When a request is served the lock is released twice.
// inputs: 1,0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locked;
static void lock(void)
{
    if (locked)
        reach_error();
    locked = 1;
}

static void unlock(void)
{
    if (!locked)
        reach_error();
    locked = 0;
}

int main(void)
{
    int more = __VERIFIER_nondet_int();
    lock();
    if (more > 0) {
        unlock();
        more = __VERIFIER_nondet_int();
    }
    if (more <= 0)
        unlock();
    else
        lock();
    return 0;
}
