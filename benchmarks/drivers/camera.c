/*
 * A camera on a bus: frames arrive by interrupt, are copied into requests of readers, and a timer powers the camera down when nobody reads.
 * The interface of the kernel is declared, not written: the rules of `rules/` say how it is to be used.
 *
 *   spin_lock, interrupts, irq_level, reference_count, dma_mapping    hold
 *   request    fails: the error path of read_frame completes a request that its caller completes again
 *   timer      fails: power_down leaves the timer running when the camera is busy
 *   no_sleep   fails: set_mode sleeps under the lock when the camera must warm up
 */
extern int __VERIFIER_nondet_int(void);

struct spinlock { int state; };
struct timer { int expires; };
struct object { int id; };
struct request { int length; int status; };

void spin_lock(struct spinlock *l);
void spin_unlock(struct spinlock *l);
void local_irq_disable(void);
void local_irq_enable(void);
void raise_irql(int level);
void lower_irql(int level);
void timer_setup(struct timer *t);
void add_timer(struct timer *t);
void mod_timer(struct timer *t);
void del_timer(struct timer *t);
void object_get(struct object *o);
void object_put(struct object *o);
struct object *object_new(void);
void start_request(struct request *r);
void complete_request(struct request *r);
void set_request_status(struct request *r);
void msleep(int milliseconds);
void *dma_map(void *buffer, long size);
void dma_unmap(void *address, long size);
void dma_start(void *address);

#define FRAMES 4
#define WIDTH 16

enum mode { OFF, LOW, HIGH };
enum command { READ, MODE, INTERRUPT, TIMEOUT, STATISTICS };

struct frame {
    int full;
    int length;
    unsigned char data[WIDTH];
};

struct camera {
    struct spinlock lock;
    struct timer idle;
    enum mode mode;
    int busy;
    int warm;
    unsigned frames, errors, dropped;
    unsigned exposure;
    struct frame ring[FRAMES];
    unsigned head, tail;
};

static struct camera camera;
static struct request requests[2];

/* Exposure from the brightness of a frame: of no importance to any rule. */
static unsigned brightness(const struct frame *f)
{
    unsigned sum = 0;
    int i;
    for (i = 0; i < WIDTH; i++)
        sum += f->data[i];
    return sum / WIDTH;
}

static void adjust(struct camera *c, const struct frame *f)
{
    unsigned level = brightness(f);
    if (level < 64 && c->exposure < 1000)
        c->exposure += 10;
    else if (level > 192 && c->exposure > 10)
        c->exposure -= 10;
}

static unsigned checksum(const struct frame *f)
{
    unsigned sum = 17;
    int i;
    for (i = 0; i < WIDTH; i++)
        sum = (sum ^ f->data[i]) * 16777619u;
    return sum;
}

static int level(const struct camera *c)
{
    return (int)(c->head - c->tail);
}

static int fill(struct camera *c)
{
    struct frame *f;
    if (level(c) == FRAMES) {
        c->dropped++;
        return -1;
    }
    f = &c->ring[c->head % FRAMES];
    f->length = __VERIFIER_nondet_int();
    if (f->length < 0 || f->length > WIDTH) {
        c->errors++;
        return -1;
    }
    f->full = 1;
    f->data[0] = (unsigned char)f->length;
    c->head++;
    c->frames++;
    adjust(c, f);
    return 0;
}

static struct frame *oldest(struct camera *c)
{
    if (level(c) == 0)
        return 0;
    return &c->ring[c->tail % FRAMES];
}

static void drop_oldest(struct camera *c)
{
    struct frame *f = oldest(c);
    if (f) {
        f->full = 0;
        c->tail++;
    }
}

/* Copies by the engine of the bus. */
static int transfer(struct frame *f, long size)
{
    void *address = dma_map(f->data, size);
    if (address == 0)
        return -12;
    dma_start(address);
    dma_unmap(address, size);
    return 0;
}

static int read_frame(struct camera *c, struct request *r)
{
    struct frame *f;
    spin_lock(&c->lock);
    f = oldest(c);
    if (!f) {
        spin_unlock(&c->lock);
        return -11;
    }
    if (f->length == 0) {
        drop_oldest(c);
        spin_unlock(&c->lock);
        /* Wrong: the caller completes the request too. */
        if (r->length > 8)
            complete_request(r);
        return -5;
    }
    r->length = f->length;
    r->status = (int)(checksum(f) & 1u);
    drop_oldest(c);
    spin_unlock(&c->lock);
    return 0;
}

static int read_request(struct camera *c, int index)
{
    struct request *r;
    int status;
    if (index < 0 || index > 1)
        return -22;
    r = &requests[index];
    r->length = __VERIFIER_nondet_int();
    start_request(r);
    set_request_status(r);
    status = read_frame(c, r);
    r->status = status;
    complete_request(r);
    return status;
}

static void warm_up(struct camera *c)
{
    if (!c->warm) {
        msleep(100);
        c->warm = 1;
    }
}

static int set_mode(struct camera *c, int mode)
{
    if (mode < OFF || mode > HIGH)
        return -22;
    if (mode == LOW)
        warm_up(c);
    spin_lock(&c->lock);
    c->mode = (enum mode)mode;
    if (mode == HIGH) {
        /* Wrong: this may sleep, and the lock is held. */
        warm_up(c);
        c->exposure = 100;
    }
    spin_unlock(&c->lock);
    return 0;
}

static void interrupt(struct camera *c)
{
    raise_irql(3);
    spin_lock(&c->lock);
    if (c->mode != OFF) {
        if (fill(c) == 0)
            c->busy = 1;
    }
    spin_unlock(&c->lock);
    lower_irql(0);
}

static void timeout(struct camera *c)
{
    local_irq_disable();
    spin_lock(&c->lock);
    if (!c->busy) {
        c->mode = OFF;
        c->warm = 0;
    }
    c->busy = 0;
    spin_unlock(&c->lock);
    local_irq_enable();
    if (c->mode != OFF) {
        transfer(&c->ring[0], WIDTH);
        mod_timer(&c->idle);
    }
}

static unsigned statistics(struct camera *c)
{
    unsigned all;
    local_irq_disable();
    all = c->frames + c->errors + c->dropped;
    local_irq_enable();
    return all;
}

static void power_up(struct camera *c)
{
    timer_setup(&c->idle);
    c->mode = LOW;
    c->exposure = 100;
    add_timer(&c->idle);
}

static void power_down(struct camera *c)
{
    raise_irql(1);
    c->mode = OFF;
    lower_irql(0);
    /* Wrong: a busy camera needs its timer stopped as well. */
    if (!c->busy)
        del_timer(&c->idle);
}

static void dispatch(struct camera *c, int command)
{
    switch (command) {
    case READ:
        read_request(c, __VERIFIER_nondet_int());
        break;
    case MODE:
        set_mode(c, __VERIFIER_nondet_int());
        break;
    case INTERRUPT:
        interrupt(c);
        break;
    case TIMEOUT:
        timeout(c);
        break;
    case STATISTICS:
        statistics(c);
        break;
    default:
        break;
    }
}

int main(void)
{
    struct object *owner = object_new();
    int round;
    if (owner == 0)
        return 0;
    power_up(&camera);
    for (round = 0; round < 3; round++) {
        object_get(owner);
        dispatch(&camera, __VERIFIER_nondet_int());
        object_put(owner);
    }
    power_down(&camera);
    object_put(owner);
    return 0;
}
