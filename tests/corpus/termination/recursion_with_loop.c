// A loop of calls.
extern int __VERIFIER_nondet_int(void);

void tree(int depth)
{
    if (depth <= 0)
        return;
    for (int i = 0; i < 3; i++)
        tree(depth - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 8)
        return 1;
    tree(n);
    return 0;
}
