// A driver with a lock around its counters, with contracts and a rule. One bug is planted; everything else is proved.
//
// check: --each-function --rule spin_lock --check assert,memory,div0
#include "maymust.h"

typedef struct { int taken; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);

struct device {
    spinlock_t lock;
    unsigned errors, packets;
};

unsigned hardware_status(void) ensures(result < 4);

void device_packet(struct device *d)
    requires(d != 0)
{
    spin_lock(&d->lock);
    d->packets++;
    if (hardware_status() == 3)
        d->errors++;
    spin_unlock(&d->lock);
}

/* Bug: the lock is still held where it fails. */
int device_reset(struct device *d)
    requires(d != 0)
{ // fails: rule
    spin_lock(&d->lock);
    if (hardware_status() == 2)
        return -1;
    d->packets = d->errors = 0;
    spin_unlock(&d->lock);
    return 0;
}

unsigned device_percent(const struct device *d)
    requires(d != 0)
{
    static const unsigned factor[4] = {1, 10, 100, 1000};
    return d->errors / factor[hardware_status()];
}
