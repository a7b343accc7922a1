// 12! fits.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int n = __VERIFIER_nondet_int(), i, f = 1;
    __VERIFIER_assume(n >= 0 && n <= 12);
    for (i = 1; i <= n; i++)
        f *= i;
    return f & 1;
}
