// Ackermann's function.
extern int __VERIFIER_nondet_int(void);

unsigned a(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return a(m - 1, 1);
    return a(m - 1, a(m, n - 1));
}

int main(void)
{
    a(__VERIFIER_nondet_int() & 3, __VERIFIER_nondet_int() & 3);
    return 0;
}
