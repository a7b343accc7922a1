// Three inputs through one helper: no result is negative (the smallest integer is excluded).
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

static int absolute(int x)
{
    if (x >= 0)
        return x;
    return -x;
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    __VERIFIER_assume(a > -2147483647 && b > -2147483647 && c > -2147483647);
    if (absolute(a) < 0 || absolute(b) < 0 || absolute(c) < 0)
        reach_error();
    return 0;
}
