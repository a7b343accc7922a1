// Nested helpers keep a level in range, whatever order they are called in.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int level = 3;
static void raise_level(int by)
{
    if (by > 0 && by <= 5 && level + by <= 10)
        level += by;
}

static void lower_level(int by)
{
    if (by > 0 && by <= level)
        level -= by;
}

static void adjust(int up, int by)
{
    if (up)
        raise_level(by);
    else
        lower_level(by);
}

int main(void)
{
    int i;
    for (i = 0; i < 10; i++)
        adjust(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    assert(level >= 0 && level <= 10);
    return 0;
}
