// (2x + 1) / 2 is x.
// inputs: 5
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    while (x > 0 && x < 1000)
        x = (2 * x + 1) / 2;
    return 0;
}
