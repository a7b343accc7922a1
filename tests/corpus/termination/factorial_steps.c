// Steps of two past zero.
// inputs: 3
extern int __VERIFIER_nondet_int(void);

unsigned f(unsigned n)
{
    return n == 0 ? 1 : n * f(n - 2);
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    if (n > 20)
        return 1;
    f(n);
    return 0;
}
