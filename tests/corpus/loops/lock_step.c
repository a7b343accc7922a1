// A flag that is toggled at every step tells the parity of the counter.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int flag = 0;
    unsigned i = 0;
    while (__VERIFIER_nondet_int()) {
        flag = !flag;
        i++;
    }
    assert((i & 1u) == (unsigned)flag);
    return 0;
}
