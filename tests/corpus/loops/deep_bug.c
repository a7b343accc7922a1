// The counter must reach 40 with all the right inputs on the way.
// inputs: 1,1,1,1,1,1,1,1,1,1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int i, good = 0;
    for (i = 0; i < 10; i++) {
        int c = __VERIFIER_nondet_int();
        if (c == 1)
            good += 4;
        else
            good = 0;
    }
    assert(good != 40);
    return 0;
}
