/*
 * A network card: descriptors owned by the host or by the card, packets on the heap, two kinds of cards behind a table of operations,
 * statistics, a watchdog. Every rule is an assertion of its own:
 *
 *   RULE_OWNER     the host touches only descriptors that it owns
 *   RULE_PACKETS   every packet is given back: none is alive at the end
 *   RULE_CARRIER   nothing is sent without a carrier                                 (fails: see gigabit_send)
 *   RULE_WATCHDOG  the watchdog is started and stopped in turn
 *   RULE_FILTER    no packet that is too short reaches the network stack
 *   RULE_IRQL      the interrupt level is what it was, after every entry
 *   RULE_STATS     the card never received more than it counted                      (fails: see receive_one)
 *   RULE_RESET     no descriptor is in flight after a reset
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define DESCRIPTORS 4
#define SHORTEST 14
#define LONGEST 1514

enum owner { HOST, CARD };
enum entry { UP, DOWN, SEND, RECEIVE, LINK, TICK, RESET };

struct packet {
    int length;
    int checksum;
    struct packet *next;
};

struct descriptor {
    enum owner owner;
    struct packet *packet;
};

struct card;

struct operations {
    int (*send)(struct card *, struct packet *);
    int (*link)(struct card *, int up);
    void (*reset)(struct card *);
};

struct card {
    const struct operations *ops;
    int is_up;
    int carrier;
    int irql;
    int watchdog;
    unsigned next;
    unsigned sent, received, counted, dropped;
    struct descriptor ring[DESCRIPTORS];
    struct packet *delivered;
};

static int packets_alive;

static struct packet *new_packet(int length)
{
    struct packet *p = malloc(sizeof *p);
    if (!p)
        return 0;
    p->length = length;
    p->checksum = length % 251;
    p->next = 0;
    packets_alive++;
    return p;
}

static void free_packet(struct packet *p)
{
    if (!p)
        return;
    packets_alive--;
    free(p);
}

static int raise(struct card *c, int level)
{
    int old = c->irql;
    c->irql = level;
    return old;
}

static void restore(struct card *c, int level)
{
    c->irql = level;
}

static void start_watchdog(struct card *c)
{
#ifdef RULE_WATCHDOG
    if (c->watchdog)
        reach_error();
#endif
    c->watchdog = 1;
}

static void stop_watchdog(struct card *c)
{
#ifdef RULE_WATCHDOG
    if (!c->watchdog)
        reach_error();
#endif
    c->watchdog = 0;
}

static void touch(struct descriptor *d)
{
#ifdef RULE_OWNER
    if (d->owner != HOST)
        reach_error();
#endif
    (void)d;
}

static int in_flight(const struct card *c)
{
    int i, n = 0;
    for (i = 0; i < DESCRIPTORS; i++)
        n += c->ring[i].owner == CARD;
    return n;
}

/* The card has sent what it owned. */
static void reclaim(struct card *c)
{
    int i;
    for (i = 0; i < DESCRIPTORS; i++) {
        struct descriptor *d = &c->ring[i];
        if (d->owner == CARD) {
            d->owner = HOST;
            touch(d);
            free_packet(d->packet);
            d->packet = 0;
        }
    }
}

static int hand_over(struct card *c, struct packet *p)
{
    struct descriptor *d = &c->ring[c->next % DESCRIPTORS];
    if (d->owner == CARD) {
        c->dropped++;
        return -1;
    }
    touch(d);
#ifdef RULE_CARRIER
    if (!c->carrier)
        reach_error();
#endif
    d->packet = p;
    d->owner = CARD;
    c->next++;
    c->sent++;
    return 0;
}

static int plain_send(struct card *c, struct packet *p)
{
    if (!c->carrier)
        return -1;
    return hand_over(c, p);
}

static int gigabit_send(struct card *c, struct packet *p)
{
    /* Wrong: big packets are not held back while there is no carrier. */
    if (!c->carrier && p->length < 1000)
        return -1;
    return hand_over(c, p);
}

static int plain_link(struct card *c, int up)
{
    c->carrier = up;
    return 0;
}

static int gigabit_link(struct card *c, int up)
{
    if (!up)
        reclaim(c);
    c->carrier = up;
    return 0;
}

static void plain_reset(struct card *c)
{
    reclaim(c);
    c->next = 0;
}

static void gigabit_reset(struct card *c)
{
    reclaim(c);
    c->next = 0;
    c->dropped = 0;
}

static const struct operations plain = { plain_send, plain_link, plain_reset };
static const struct operations gigabit = { gigabit_send, gigabit_link, gigabit_reset };

static int bring_up(struct card *c)
{
    if (c->is_up)
        return -1;
    start_watchdog(c);
    c->is_up = 1;
    return 0;
}

static int bring_down(struct card *c)
{
    if (!c->is_up)
        return -1;
    stop_watchdog(c);
    reclaim(c);
    c->is_up = 0;
    return 0;
}

static int send(struct card *c, int length)
{
    struct packet *p;
    int old, status;
    if (!c->is_up || length < SHORTEST || length > LONGEST)
        return -1;
    p = new_packet(length);
    if (!p)
        return -12;
    old = raise(c, 2);
    status = c->ops->send(c, p);
    if (status != 0)
        free_packet(p);
    restore(c, old);
    return status;
}

static void deliver(struct card *c, struct packet *p)
{
#ifdef RULE_FILTER
    if (p->length < SHORTEST)
        reach_error();
#endif
    p->next = c->delivered;
    c->delivered = p;
}

static void receive_one(struct card *c, int length, int urgent)
{
    struct packet *p = new_packet(length);
    if (!p)
        return;
    c->received++;
    /* Wrong: an urgent packet is delivered, but not counted. */
    if (!urgent)
        c->counted++;
    if (length < SHORTEST) {
        free_packet(p);
        return;
    }
    deliver(c, p);
}

static int receive(struct card *c, int length, int urgent)
{
    int old;
    if (!c->is_up)
        return -1;
    old = raise(c, 1);
    receive_one(c, length, urgent);
    restore(c, old);
#ifdef RULE_STATS
    if (c->received > c->counted)
        reach_error();
#endif
    return 0;
}

/* The network stack takes what was delivered. */
static void consume(struct card *c)
{
    while (c->delivered) {
        struct packet *p = c->delivered;
        c->delivered = p->next;
        free_packet(p);
    }
}

static void reset(struct card *c)
{
    int old = raise(c, 3);
    c->ops->reset(c);
#ifdef RULE_RESET
    if (in_flight(c) != 0)
        reach_error();
#endif
    restore(c, old);
}

static void tick(struct card *c)
{
    if (!c->watchdog)
        return;
    if (in_flight(c) == DESCRIPTORS)
        reset(c);
}

static int enter(struct card *c, int entry)
{
    switch (entry) {
    case UP:
        return bring_up(c);
    case DOWN:
        return bring_down(c);
    case SEND:
        return send(c, __VERIFIER_nondet_int());
    case RECEIVE: {
        int length = __VERIFIER_nondet_int();
        int urgent = __VERIFIER_nondet_int();
        return receive(c, length, urgent);
    }
    case LINK:
        return c->ops->link(c, __VERIFIER_nondet_int() != 0);
    case TICK:
        tick(c);
        return 0;
    case RESET:
        reset(c);
        return 0;
    default:
        return -1;
    }
}

int main(void)
{
    struct card card = { 0 };
    int round;
    card.ops = __VERIFIER_nondet_int() ? &gigabit : &plain;
    for (round = 0; round < 4; round++) {
        enter(&card, __VERIFIER_nondet_int());
#ifdef RULE_IRQL
        if (card.irql != 0)
            reach_error();
#endif
    }
    consume(&card);
    bring_down(&card);
    reset(&card);
#ifdef RULE_PACKETS
    if (packets_alive != 0)
        reach_error();
#endif
    return 0;
}
