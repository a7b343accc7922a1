// The lock is released on all ways.
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
        if (__VERIFIER_nondet_int()) {
            unlock();
            continue;
        }
        unlock();
    }
    return 0;
}
