// The arguments change places.
// inputs: 1 1
extern int __VERIFIER_nondet_int(void);

int f(int x, int y)
{
    if (x <= 0 || y <= 0)
        return 0;
    return f(y, x);
}

int main(void)
{
    f(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    return 0;
}
