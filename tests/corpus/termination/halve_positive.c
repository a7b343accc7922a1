// Halving a number above one.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    while (x > 1)
        x = x / 2;
    return 0;
}
