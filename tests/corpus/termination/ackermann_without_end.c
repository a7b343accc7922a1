// The case of n = 0 is forgotten for m = 1.
// inputs: 1 1
extern int __VERIFIER_nondet_int(void);

int a(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return a(m, 1);
    return a(m - 1, a(m, n - 1));
}

int main(void)
{
    a(__VERIFIER_nondet_int() & 1, __VERIFIER_nondet_int() & 1);
    return 0;
}
