extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define FORGOTTEN (-99)

struct device {
    int ready;
    int refs;
    unsigned stats[8];
    unsigned window[16];
    unsigned head, tail;
};

struct request {
    int code, arg, length, flags;
    int status;
    int completed;
};

static int lock_held, irql, timer_set, buffer_out, power_low;

static void acquire_lock(void)
{
#ifdef RULE_LOCK_DOUBLE
    if (lock_held)
        reach_error();
#endif
    lock_held = 1;
}

static void release_lock(void)
{
#ifdef RULE_LOCK_RELEASE
    if (!lock_held)
        reach_error();
#endif
    lock_held = 0;
}

static void raise_irql(int level)
{
#ifdef RULE_IRQL_ORDER
    if (level < irql)
        reach_error();
#endif
    irql = level;
}

static void lower_irql(int level)
{
#ifdef RULE_IRQL_ORDER
    if (level > irql)
        reach_error();
#endif
    irql = level;
}

static void get_device(struct device *dev)
{
    dev->refs++;
}

static void put_device(struct device *dev)
{
#ifdef RULE_REF_NEGATIVE
    if (dev->refs <= 0)
        reach_error();
#endif
    dev->refs--;
}

static void wait_event(void)
{
#ifdef RULE_SLEEP_LOCKED
    if (lock_held)
        reach_error();
#endif
}

static void set_timer(void)
{
#ifdef RULE_TIMER_DOUBLE
    if (timer_set)
        reach_error();
#endif
    timer_set = 1;
}

static void cancel_timer(void)
{
    timer_set = 0;
}

static void take_buffer(void)
{
    buffer_out++;
}

static void give_buffer(void)
{
#ifdef RULE_BUFFER_DOUBLE
    if (buffer_out <= 0)
        reach_error();
#endif
    if (buffer_out > 0)
        buffer_out--;
}

static void power_down(void)
{
    power_low = 1;
}

static void power_up(void)
{
    power_low = 0;
}

static void start_io(void)
{
#ifdef RULE_POWER_IO
    if (power_low)
        reach_error();
#endif
}

static void use_device(struct device *dev)
{
#ifdef RULE_INIT_USE
    if (!dev->ready)
        reach_error();
#endif
    dev->stats[0]++;
}

static void complete_request(struct request *req, int status)
{
#ifdef RULE_COMPLETE_TWICE
    if (req->completed)
        reach_error();
#endif
    req->completed = 1;
    req->status = status;
}
