// A counter that runs to a bound of any size ends at it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i = 0;
    if (n < 0)
        return 0;
    while (i < n)
        i++;
    assert(i == n);
    return 0;
}
