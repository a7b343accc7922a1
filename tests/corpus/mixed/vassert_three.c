// Checks by a helper function: one exchange does not order three values.
// inputs: 1,3,2
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void __VERIFIER_assert(int ok)
{
    if (!ok)
        reach_error();
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    if (a > b) {
        int t = a;
        a = b;
        b = t;
    }
    __VERIFIER_assert(a <= b);
    __VERIFIER_assert(b <= c || a > c);
    return 0;
}
