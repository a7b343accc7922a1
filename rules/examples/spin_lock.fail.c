/* expected: the lock is taken while it is held
   The early return forgets the lock: the next call takes it again. */
struct spinlock { int raw; };
void spin_lock(struct spinlock *lock);
void spin_unlock(struct spinlock *lock);

static struct spinlock table_lock;
static int entries;

static int add_entry(int room)
{
    spin_lock(&table_lock);
    if (entries >= room)
        return -1;
    entries++;
    spin_unlock(&table_lock);
    return 0;
}

int main(void)
{
    while (add_entry(3) == 0)
        ;
    add_entry(4);
    return 0;
}
