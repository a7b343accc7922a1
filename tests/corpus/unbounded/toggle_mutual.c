// Two procedures that call each other, and toggle a flag around it.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int flag;

static void left(void);

static void right(void)
{
    if (__VERIFIER_nondet_bool())
        return;
    flag = !flag;
    left();
    flag = !flag;
}

static void left(void)
{
    flag = !flag;
    if (__VERIFIER_nondet_bool())
        right();
    flag = !flag;
}

int main(void)
{
    flag = 1;
    left();
    assert(flag == 1);
    return 0;
}
