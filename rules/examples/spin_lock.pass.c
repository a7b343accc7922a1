/* Two locks, taken one inside the other, on every path released. */
struct spinlock { int raw; };
void spin_lock(struct spinlock *lock);
void spin_unlock(struct spinlock *lock);

static struct spinlock table_lock, entry_lock;
static int entries;

static int add_entry(int room)
{
    spin_lock(&table_lock);
    if (entries >= room) {
        spin_unlock(&table_lock);
        return -1;
    }
    spin_lock(&entry_lock);
    entries++;
    spin_unlock(&entry_lock);
    spin_unlock(&table_lock);
    return 0;
}

int main(void)
{
    while (add_entry(3) == 0)
        ;
    return 0;
}
