/*
 * A disk: requests in a queue, a controller with a state machine, a cache of sectors, retries. Every rule is an assertion of its own:
 *
 *   RULE_MOTOR     no transfer while the motor stands
 *   RULE_RANGE     no sector outside of the disk reaches the controller
 *   RULE_COMPLETE  every request is completed exactly once
 *   RULE_DMA       a channel is taken before a transfer and given back after it
 *   RULE_CACHE     a sector of the cache that is marked valid has the number it was read for
 *   RULE_RETRY     no more than three attempts                                   (fails: see transfer)
 *   RULE_QUEUE     the number of queued requests fits the slots in use
 *   RULE_WRITE     nothing is written to a write-protected disk                  (fails: see submit)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define SECTORS 2880
#define SLOTS 4
#define LINES 4

enum kind { READ, WRITE, VERIFY, EJECT };
enum state { IDLE, SEEKING, TRANSFERRING, FAILED };

struct request {
    int in_use;
    enum kind kind;
    int sector;
    int completed;
    int status;
};

struct line {
    int valid;
    int sector;
    int wanted;
};

struct disk {
    enum state state;
    int motor_on;
    int cylinder;
    int protected;
    int channel_taken;
    int queued;
    int attempts;
    unsigned transfers, seeks, errors;
    struct request slots[SLOTS];
    struct line lines[LINES];
};

static struct disk disk;

static void motor(struct disk *d, int on)
{
    d->motor_on = on;
    if (!on)
        d->state = IDLE;
}

static void take_channel(struct disk *d)
{
#ifdef RULE_DMA
    if (d->channel_taken)
        reach_error();
#endif
    d->channel_taken = 1;
}

static void give_channel(struct disk *d)
{
#ifdef RULE_DMA
    if (!d->channel_taken)
        reach_error();
#endif
    d->channel_taken = 0;
}

static void complete(struct disk *d, struct request *r, int status)
{
#ifdef RULE_COMPLETE
    if (r->completed)
        reach_error();
#endif
    r->completed = 1;
    r->status = status;
    r->in_use = 0;
    d->queued--;
}

static void check_queue(const struct disk *d)
{
#ifdef RULE_QUEUE
    int i, used = 0;
    for (i = 0; i < SLOTS; i++)
        used += d->slots[i].in_use;
    if (used != d->queued)
        reach_error();
#endif
    (void)d;
}

static int cylinder_of(int sector)
{
    return sector / 36;
}

static void seek(struct disk *d, int sector)
{
    int target = cylinder_of(sector);
    d->state = SEEKING;
    if (target != d->cylinder) {
        d->cylinder = target;
        d->seeks++;
    }
}

/* One attempt of the hardware. */
static int attempt(struct disk *d, const struct request *r)
{
#ifdef RULE_MOTOR
    if (!d->motor_on)
        reach_error();
#endif
#ifdef RULE_RANGE
    if (r->sector < 0 || r->sector >= SECTORS)
        reach_error();
#endif
#ifdef RULE_DMA
    if (!d->channel_taken)
        reach_error();
#endif
#ifdef RULE_WRITE
    if (r->kind == WRITE && d->protected)
        reach_error();
#endif
    d->state = TRANSFERRING;
    d->transfers++;
    (void)r;
    return __VERIFIER_nondet_int() == 0;
}

static struct line *line_of(struct disk *d, int sector)
{
    return &d->lines[(unsigned)sector % LINES];
}

static int cached(struct disk *d, int sector)
{
    struct line *l = line_of(d, sector);
#ifdef RULE_CACHE
    if (l->valid && l->sector != l->wanted)
        reach_error();
#endif
    return l->valid && l->sector == sector;
}

static void remember(struct disk *d, int sector)
{
    struct line *l = line_of(d, sector);
    l->sector = sector;
    l->wanted = sector;
    l->valid = 1;
}

static void forget(struct disk *d, int sector)
{
    struct line *l = line_of(d, sector);
    if (l->sector == sector)
        l->valid = 0;
}

static int transfer(struct disk *d, struct request *r)
{
    int ok = 0;
    d->attempts = 0;
    seek(d, r->sector);
    take_channel(d);
    /* Wrong: the first attempt is not counted. */
    ok = attempt(d, r);
    while (!ok && d->attempts < 3) {
        d->attempts++;
        seek(d, r->sector);
        ok = attempt(d, r);
    }
#ifdef RULE_RETRY
    if (d->attempts + 1 > 3)
        reach_error();
#endif
    give_channel(d);
    if (!ok) {
        d->state = FAILED;
        d->errors++;
        return -5;
    }
    d->state = IDLE;
    return 0;
}

static void start(struct disk *d, struct request *r)
{
    int status;
    if (!d->motor_on)
        motor(d, 1);
    switch (r->kind) {
    case READ:
        if (cached(d, r->sector)) {
            complete(d, r, 0);
            return;
        }
        status = transfer(d, r);
        if (status == 0)
            remember(d, r->sector);
        complete(d, r, status);
        return;
    case WRITE:
        forget(d, r->sector);
        status = transfer(d, r);
        complete(d, r, status);
        return;
    case VERIFY:
        complete(d, r, transfer(d, r));
        return;
    case EJECT:
        motor(d, 0);
        d->protected = 1;
        complete(d, r, 0);
        return;
    }
    complete(d, r, -22);
}

static int submit(struct disk *d, int kind, int sector)
{
    int i;
    if (kind < READ || kind > EJECT)
        return -22;
    if (sector < 0 || sector >= SECTORS)
        return -6;
    /* Wrong: a request that is queued now may be started after the disk was protected. */
    if (kind == WRITE && d->protected)
        return -30;
    for (i = 0; i < SLOTS; i++) {
        if (!d->slots[i].in_use) {
            struct request *r = &d->slots[i];
            r->in_use = 1;
            r->kind = (enum kind)kind;
            r->sector = sector;
            r->completed = 0;
            r->status = 0;
            d->queued++;
            check_queue(d);
            return i;
        }
    }
    return -11;
}

static int pick(const struct disk *d)
{
    int i, best = -1, distance = 0;
    for (i = 0; i < SLOTS; i++) {
        int away;
        if (!d->slots[i].in_use)
            continue;
        if (d->slots[i].kind == EJECT)
            return i;
        away = cylinder_of(d->slots[i].sector) - d->cylinder;
        if (away < 0)
            away = -away;
        if (best < 0 || away < distance) {
            best = i;
            distance = away;
        }
    }
    return best;
}

static void work(struct disk *d)
{
    int slot = pick(d);
    if (slot < 0)
        return;
    start(d, &d->slots[slot]);
    check_queue(d);
}

int main(void)
{
    int round;
    disk.protected = __VERIFIER_nondet_int() != 0;
    for (round = 0; round < 4; round++) {
        int command = __VERIFIER_nondet_int();
        if (command == 0) {
            int kind = __VERIFIER_nondet_int();
            int sector = __VERIFIER_nondet_int();
            submit(&disk, kind, sector);
        } else {
            work(&disk);
        }
    }
    while (disk.queued > 0)
        work(&disk);
#ifdef RULE_DMA
    if (disk.channel_taken)
        reach_error();
#endif
#ifdef RULE_COMPLETE
    for (round = 0; round < SLOTS; round++)
        if (disk.slots[round].in_use)
            reach_error();
#endif
    return 0;
}
