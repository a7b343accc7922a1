// Differences of a timer that wraps stay right.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned start = __VERIFIER_nondet_uint(), ticks = __VERIFIER_nondet_uint();
    unsigned now;
    __VERIFIER_assume(ticks < 1000);
    now = start + ticks;
    assert(now - start == ticks);
    return 0;
}
