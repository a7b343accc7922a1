// Two calls.
extern int __VERIFIER_nondet_int(void);

int fib(int n)
{
    if (n < 2)
        return n;
    return fib(n - 1) + fib(n - 2);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 20)
        return 1;
    fib(n);
    return 0;
}
