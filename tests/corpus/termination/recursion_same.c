// The argument stays the same.
// inputs: 2
extern int __VERIFIER_nondet_int(void);

int f(int n)
{
    if (n > 0)
        return f(n);
    return 0;
}

int main(void)
{
    f(__VERIFIER_nondet_int());
    return 0;
}
