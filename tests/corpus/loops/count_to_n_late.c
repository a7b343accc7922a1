// The counter is one short when the bound is odd.
// inputs: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i = 0;
    if (n < 0 || n > 1000)
        return 0;
    while (i < n)
        i += 2;
    assert(i == n);
    return 0;
}
