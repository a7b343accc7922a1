// A ring buffer hands out what was put in, in order.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

#define SIZE 4
static int ring[SIZE];
static unsigned head, tail;
static int put(int v)
{
    if (head - tail == SIZE)
        return 0;
    ring[head++ % SIZE] = v;
    return 1;
}

static int get(int *v)
{
    if (head == tail)
        return 0;
    *v = ring[tail++ % SIZE];
    return 1;
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), x = 0, y = 0;
    assert(put(a) && put(b));
    assert(get(&x) && get(&y));
    assert(x == a && y == b);
    assert(!get(&x));
    return 0;
}
