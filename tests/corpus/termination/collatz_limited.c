// The same with a limit on the steps.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int();
    int steps = 0;
    while (x != 1 && steps < 1000) {
        steps++;
        if (x & 1)
            x = 3 * x + 1;
        else
            x = x / 2;
    }
    return 0;
}
