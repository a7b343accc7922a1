// A loop made of goto: at most three attempts.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int attempts = 0, ok;
again:
    attempts++;
    ok = __VERIFIER_nondet_int() > 0;
    if (!ok && attempts < 3)
        goto again;
    assert(attempts >= 1 && attempts <= 3);
    assert(ok || attempts == 3);
    return 0;
}
