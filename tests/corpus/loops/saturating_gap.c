// The upper clamp forgets the step of the very last round.
// inputs: 1,10,1,10,1,10,1,10,1,10,1,10,0
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int level = 50;
    while (__VERIFIER_nondet_int()) {
        int step = __VERIFIER_nondet_int();
        __VERIFIER_assume(step >= -10 && step <= 10);
        if (level > 100)
            level = 100;
        level += step;
        if (level < 0)
            level = 0;
    }
    assert(level <= 100);
    return 0;
}
