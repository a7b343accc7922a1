// Only one direction is guarded.
// inputs: -2147483648,-1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b > 0 && a > 2147483647 - b)
        return 1;
    return a + b > 0;
}
