// An object with a table of operations, as drivers have.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct device;
struct ops { int (*open)(struct device *); int (*close)(struct device *); };
struct device { int users; const struct ops *ops; };
static int plain_open(struct device *d) { return ++d->users; }
static int plain_close(struct device *d) { return --d->users; }
static int once_open(struct device *d)
{
    if (d->users)
        return -1;
    return d->users = 1;
}

static const struct ops plain = { plain_open, plain_close };
static const struct ops exclusive = { once_open, plain_close };
int main(void)
{
    struct device d = { 0, &plain };
    if (__VERIFIER_nondet_int())
        d.ops = &exclusive;
    if (d.ops->open(&d) > 0) {
        int again = d.ops->open(&d);
        assert(again == (d.ops == &plain ? 2 : -1));
        if (again > 0)
            d.ops->close(&d);
        d.ops->close(&d);
    }
    assert(d.users == 0);
    return 0;
}
