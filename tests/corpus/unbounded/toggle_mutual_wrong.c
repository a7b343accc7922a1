// One of two procedures that call each other forgets to toggle the flag back.
// inputs: 2
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int flag;

static void left(int n);

static void right(int n)
{
    flag = !flag;
    if (n > 0)
        left(n - 1);
}

static void left(int n)
{
    flag = !flag;
    if (n > 0)
        right(n - 1);
    flag = !flag;
}

int main(void)
{
    flag = 0;
    left(__VERIFIER_nondet_int());
    assert(flag == 0);
    return 0;
}
