// The lock is not released on one way, and is waited for.
// inputs: 0 0 0 0 0 0
extern int __VERIFIER_nondet_int(void);

int locked;
static void lock(void)
{
    while (locked)
        ;
    locked = 1;
}
static void unlock(void)
{
    locked = 0;
}

int main(void)
{
    int i;
    for (i = 0; i < 3; i++) {
        lock();
        if (__VERIFIER_nondet_int())
            unlock();
    }
    return 0;
}
