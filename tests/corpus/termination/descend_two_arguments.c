// The arguments fall in turn.
extern int __VERIFIER_nondet_int(void);

int f(int x, int y)
{
    if (x <= 0 || y <= 0)
        return 0;
    return f(y, x - 1);
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > 1000 || y > 1000)
        return 1;
    f(x, y);
    return 0;
}
