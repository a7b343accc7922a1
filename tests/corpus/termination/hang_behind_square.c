// The loop is reached for one input in four thousand million.
// inputs: 7
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 10000 && x * x + 3 * x == 70)
        while (x)
            ;
    return 0;
}
