// Without a test for full, the fifth value overwrites the first.
// inputs: 1,0,0,0,2
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

#define SIZE 4
static int ring[SIZE];
static unsigned head, tail;
static void put(int v)
{
    ring[head++ % SIZE] = v;
}

static int get(void)
{
    return ring[tail++ % SIZE];
}

int main(void)
{
    int first = __VERIFIER_nondet_int(), i;
    put(first);
    for (i = 0; i < 4; i++)
        put(__VERIFIER_nondet_int());
    assert(get() == first);
    return 0;
}
