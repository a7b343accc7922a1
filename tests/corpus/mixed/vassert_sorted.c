// Checks by a helper function: two values in order.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void __VERIFIER_assert(int ok)
{
    if (!ok)
        reach_error();
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a > b) {
        int t = a;
        a = b;
        b = t;
    }
    __VERIFIER_assert(a <= b);
    return 0;
}
