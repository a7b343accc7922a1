// Only one of the two lowers the number.
extern int __VERIFIER_nondet_int(void);

int g(int n);
int f(int n)
{
    return n <= 0 ? 0 : g(n);
}
int g(int n)
{
    return f(n - 1);
}

int main(void)
{
    f(__VERIFIER_nondet_int());
    return 0;
}
