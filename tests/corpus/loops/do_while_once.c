// The body of a do loop runs at least once.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int rounds = 0;
    if (n > 5)
        return 0;
    do {
        rounds++;
        if (n > 0)
            n--;
    } while (n > 0);
    assert(rounds >= 1);
    assert(n <= 0);
    return 0;
}
