// The function gives back what it got in one case.
// inputs: 7
extern int __VERIFIER_nondet_int(void);

int step(int x)
{
    if (x == 7)
        return x;
    return x - 1;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    while (x > 0)
        x = step(x);
    return 0;
}
