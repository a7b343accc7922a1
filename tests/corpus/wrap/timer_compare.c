// Comparing the absolute times is wrong at the wrap.
// inputs: 4294967290,10
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned start = __VERIFIER_nondet_uint(), ticks = __VERIFIER_nondet_uint();
    unsigned deadline;
    __VERIFIER_assume(ticks < 1000);
    deadline = start + ticks;
    assert(start <= deadline);
    return 0;
}
