// The loop is reached for no input: no square ends in two.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 1000 && x * x % 10 == 2)
        while (x)
            ;
    return 0;
}
