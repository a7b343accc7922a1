// A signed number compared with an unsigned one is converted first.
// inputs: -1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int delta = __VERIFIER_nondet_int();
    unsigned limit = 10;
    if (delta < 0)
        assert(delta < limit);
    return 0;
}
