// A lock is taken and released in turn.
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
    int requests = 0, served;
    do {
        lock();
        served = requests;
        if (__VERIFIER_nondet_int()) {
            unlock();
            requests++;
        }
    } while (served != requests);
    unlock();
    return 0;
}
