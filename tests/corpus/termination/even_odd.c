// Two functions that call each other.
extern int __VERIFIER_nondet_int(void);

int odd(unsigned n);
int even(unsigned n)
{
    return n == 0 ? 1 : odd(n - 1);
}
int odd(unsigned n)
{
    return n == 0 ? 0 : even(n - 1);
}

int main(void)
{
    even(__VERIFIER_nondet_int());
    return 0;
}
