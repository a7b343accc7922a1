// A loop around a recursion.
extern int __VERIFIER_nondet_int(void);

int down(int n)
{
    return n <= 0 ? 0 : down(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 50)
        return 1;
    for (int i = 0; i < n; i++)
        down(i);
    return 0;
}
