/*
 * A serial port: open and close with reference counts, a transmit ring that the interrupt handler drains, flow control,
 * line settings. Every rule is an assertion of its own:
 *
 *   RULE_LOCK      the port's lock is taken and released in turn, and free at the end
 *   RULE_OPEN      no input or output on a port that is not open
 *   RULE_RING      the ring never holds more than its size, and never less than nothing
 *   RULE_FLOW      nothing is sent while the other side said stop
 *   RULE_IRQ       the interrupt is enabled exactly while the port is open
 *   RULE_BAUD      the divisor is never zero                                          (fails: see set_line)
 *   RULE_REFS      as many closes as opens at the end
 *   RULE_BREAK     a break is ended before the port is closed                         (fails: see close_port)
 */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

#define RING 8
#define CLOCK 115200

enum command { OPEN, CLOSE, WRITE, READ, LINE, INTERRUPT, BREAK_ON, BREAK_OFF, FLUSH, COMMANDS };
enum parity { NONE, ODD, EVEN };

struct line {
    int baud;
    int bits;
    enum parity parity;
    int divisor;
};

struct port {
    int opens;
    int irq_enabled;
    int stopped;
    int in_break;
    int fifo_level;
    unsigned sent, received, overruns, parity_errors;
    unsigned char ring[RING];
    unsigned head, tail;
    struct line line;
};

static struct port port;
static int lock_held;

static void lock_port(void)
{
#ifdef RULE_LOCK
    if (lock_held)
        reach_error();
#endif
    lock_held = 1;
}

static void unlock_port(void)
{
#ifdef RULE_LOCK
    if (!lock_held)
        reach_error();
#endif
    lock_held = 0;
}

static unsigned level(const struct port *p)
{
    return p->head - p->tail;
}

static void check_ring(const struct port *p)
{
#ifdef RULE_RING
    if (level(p) > RING)
        reach_error();
#endif
    (void)p;
}

static void enable_irq(struct port *p)
{
    p->irq_enabled = 1;
}

static void disable_irq(struct port *p)
{
    p->irq_enabled = 0;
}

static int parity_of(unsigned char c)
{
    int ones = 0;
    int i;
    for (i = 0; i < 8; i++)
        ones += c >> i & 1;
    return ones & 1;
}

static int parity_is_right(const struct port *p, unsigned char c)
{
    switch (p->line.parity) {
    case ODD:
        return parity_of(c) == 1;
    case EVEN:
        return parity_of(c) == 0;
    default:
        return 1;
    }
}

/* The hardware takes a byte. */
static void send_byte(struct port *p, unsigned char c)
{
#ifdef RULE_OPEN
    if (p->opens == 0)
        reach_error();
#endif
#ifdef RULE_FLOW
    if (p->stopped)
        reach_error();
#endif
    if (!parity_is_right(p, c))
        p->parity_errors++;
    p->sent++;
    p->fifo_level++;
    if (p->fifo_level > 15)
        p->fifo_level = 0;
}

static int put_ring(struct port *p, unsigned char c)
{
    if (level(p) == RING) {
        p->overruns++;
        return -1;
    }
    p->ring[p->head++ % RING] = c;
    check_ring(p);
    return 0;
}

static int take_ring(struct port *p, unsigned char *c)
{
    if (level(p) == 0)
        return -1;
    *c = p->ring[p->tail++ % RING];
    check_ring(p);
    return 0;
}

/* Sends what the ring holds, as long as the other side takes it. */
static void drain(struct port *p)
{
    unsigned char c;
    while (!p->stopped && take_ring(p, &c) == 0) {
        send_byte(p, c);
        if (c == 0x13)
            p->stopped = 1;
    }
}

static int set_line(struct port *p, int baud, int bits, int parity)
{
    if (bits < 5 || bits > 8)
        return -1;
    if (parity < 0 || parity > 2)
        return -1;
    if (baud <= 0)
        return -1;
    p->line.baud = baud;
    p->line.bits = bits;
    p->line.parity = (enum parity)parity;
    /* Wrong: a rate above the clock gives zero. */
    p->line.divisor = CLOCK / baud;
#ifdef RULE_BAUD
    if (p->line.divisor == 0)
        reach_error();
#endif
    return 0;
}

static int open_port(struct port *p)
{
    lock_port();
    if (p->opens == 0) {
        p->head = p->tail = 0;
        p->stopped = 0;
        p->fifo_level = 0;
        enable_irq(p);
    }
    p->opens++;
    unlock_port();
    return 0;
}

static int close_port(struct port *p)
{
    lock_port();
    if (p->opens == 0) {
        unlock_port();
        return -1;
    }
    p->opens--;
    if (p->opens == 0) {
        disable_irq(p);
        /* Wrong: whoever closes first while a break is on leaves the line in it. */
#ifdef RULE_BREAK
        if (p->in_break)
            reach_error();
#endif
    }
    unlock_port();
    return 0;
}

static int write_port(struct port *p, int count)
{
    int i, done = 0;
    lock_port();
    if (p->opens == 0) {
        unlock_port();
        return -1;
    }
    if (count > 4)
        count = 4;
    for (i = 0; i < count; i++) {
        if (put_ring(p, __VERIFIER_nondet_uchar()) != 0)
            break;
        done++;
    }
    unlock_port();
    return done;
}

static int read_port(struct port *p)
{
    unsigned char c;
    int got = -1;
    lock_port();
    if (p->opens > 0 && take_ring(p, &c) == 0) {
        p->received++;
        got = c;
    }
    unlock_port();
    return got;
}

static int interrupt(struct port *p, int cause)
{
    if (!p->irq_enabled)
        return 0;
    lock_port();
#ifdef RULE_IRQ
    if (p->opens == 0)
        reach_error();
#endif
    switch (cause) {
    case 0:
        drain(p);
        break;
    case 1:
        p->stopped = 1;
        break;
    case 2:
        p->stopped = 0;
        drain(p);
        break;
    default:
        p->overruns++;
        break;
    }
    unlock_port();
    return 1;
}

static int set_break(struct port *p, int on)
{
    lock_port();
    if (p->opens == 0) {
        unlock_port();
        return -1;
    }
    p->in_break = on;
    unlock_port();
    return 0;
}

static int flush(struct port *p)
{
    lock_port();
    p->tail = p->head;
    check_ring(p);
    unlock_port();
    return 0;
}

static int dispatch(struct port *p, int command)
{
    switch (command) {
    case OPEN:
        return open_port(p);
    case CLOSE:
        return close_port(p);
    case WRITE:
        return write_port(p, __VERIFIER_nondet_int());
    case READ:
        return read_port(p);
    case LINE: {
        int baud = __VERIFIER_nondet_int();
        int bits = __VERIFIER_nondet_int();
        int parity = __VERIFIER_nondet_int();
        return set_line(p, baud, bits, parity);
    }
    case INTERRUPT:
        return interrupt(p, __VERIFIER_nondet_int());
    case BREAK_ON:
        return set_break(p, 1);
    case BREAK_OFF:
        return set_break(p, 0);
    case FLUSH:
        return flush(p);
    default:
        return -1;
    }
}

int main(void)
{
    int round, left;
    for (round = 0; round < 5; round++)
        dispatch(&port, __VERIFIER_nondet_int());
    /* Whoever is left closes. */
    port.in_break = 0;
    for (left = port.opens; left > 0; left--)
        close_port(&port);
#ifdef RULE_REFS
    if (port.opens != 0 || port.irq_enabled)
        reach_error();
#endif
#ifdef RULE_LOCK
    if (lock_held)
        reach_error();
#endif
    return 0;
}
