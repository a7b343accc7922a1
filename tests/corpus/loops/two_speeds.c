// A counter that runs by ones up to an even number and by twos from there on ends at an even limit.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned at = 0;
    while (at < 100000000) {
        if (at < 10000000)
            at++;
        else
            at += 2;
    }
    assert(at == 100000000);
    return 0;
}
