// The moves of the towers of Hanoi, counted and computed.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned moves;

static unsigned closed(unsigned n)
{
    return n == 0 ? 0 : 2 * closed(n - 1) + 1;
}

static void move(unsigned n)
{
    if (n == 0)
        return;
    move(n - 1);
    moves++;
    move(n - 1);
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    moves = 0;
    move(n);
    assert(closed(n) == moves);
    return 0;
}
