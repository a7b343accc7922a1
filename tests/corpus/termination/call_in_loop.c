// A loop whose body is a function that counts.
extern int __VERIFIER_nondet_int(void);

int step(int x)
{
    if (x > 10)
        return x - 2;
    return x - 1;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    while (x > 0)
        x = step(x);
    return 0;
}
