// The towers of Hanoi.
extern int __VERIFIER_nondet_int(void);

void hanoi(int n, int a, int b, int c)
{
    if (n <= 0)
        return;
    hanoi(n - 1, a, c, b);
    hanoi(n - 1, c, b, a);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 12)
        return 1;
    hanoi(n, 1, 2, 3);
    return 0;
}
