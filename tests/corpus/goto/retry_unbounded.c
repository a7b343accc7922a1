// The retry loop has no limit.
// inputs: 0,0,0,0,1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int attempts = 0;
again:
    attempts++;
    if (__VERIFIER_nondet_int() <= 0) {
        if (attempts < 100)
            goto again;
        return 0;
    }
    assert(attempts <= 4);
    return 0;
}
