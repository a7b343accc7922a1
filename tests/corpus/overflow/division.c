// The one quotient that overflows is excluded.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0 || (b == -1 && a < -2147483647))
        return 0;
    return a / b > 3;
}
