// By twos, it is not what every call is given.
// inputs: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static void descend(int n)
{
    assert(n >= 0);
    if (n > 0)
        descend(n - 2);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n >= 0 && n < 5)
        descend(n);
    return 0;
}
