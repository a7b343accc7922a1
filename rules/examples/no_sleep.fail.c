/* expected: a call that may sleep is made while a spin lock is held
   A helper that waits a little is called from under the lock. */
void spin_lock(int *lock);
void spin_unlock(int *lock);
void msleep(int ms);

static int lock, tries;

static void settle(void)
{
    if (tries > 3)
        msleep(1);
}

int main(void)
{
    for (tries = 0; tries < 6; tries++) {
        spin_lock(&lock);
        settle();
        spin_unlock(&lock);
    }
    return 0;
}
