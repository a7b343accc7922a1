// A ring buffer that takes one more than it has room for loses the oldest value.
// inputs: 1,1,1,1,1,1,1,1,1,1,1,0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct ring {
    unsigned in, out;
    int slots[4];
};

static int put(struct ring *r, int value)
{
    if (r->in - r->out == 5)
        return 0;
    r->slots[r->in++ % 4] = value;
    return 1;
}

static int get(struct ring *r, int *value)
{
    if (r->in == r->out)
        return 0;
    *value = r->slots[r->out++ % 4];
    return 1;
}

int main(void)
{
    struct ring r = {0};
    int next = 0, expected = 0, value;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            next += put(&r, next);
        else if (get(&r, &value))
            assert(value == expected++);
    }
    return 0;
}
