// Factorial.
extern int __VERIFIER_nondet_int(void);

unsigned f(unsigned n)
{
    return n == 0 ? 1 : n * f(n - 1);
}

int main(void)
{
    f(__VERIFIER_nondet_int());
    return 0;
}
