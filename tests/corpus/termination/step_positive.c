// The step is not zero.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), s = __VERIFIER_nondet_int();
    if (s < 1 || s > 10)
        return 1;
    while (x > 0)
        x -= s;
    return 0;
}
