// A count kept beside a ring buffer agrees with it through any sequence of calls.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct ring {
    unsigned in, out;
    int slots[8];
};

static int put(struct ring *r, int value)
{
    if (r->in - r->out == 8)
        return 0;
    r->slots[r->in++ % 8] = value;
    return 1;
}

static int get(struct ring *r, int *value)
{
    if (r->in == r->out)
        return 0;
    *value = r->slots[r->out++ % 8];
    return 1;
}

int main(void)
{
    struct ring r = {0};
    int count = 0, value;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            count += put(&r, 5);
        else
            count -= get(&r, &value);
        assert(count >= 0 && count <= 8);
    }
    return 0;
}
