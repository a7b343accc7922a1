// Some start below 30 needs more than 100 steps (27 needs 111).
// inputs: 27
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    int steps = 0;
    __VERIFIER_assume(n >= 1 && n < 30);
    while (n != 1) {
        if (n % 2)
            n = 3 * n + 1;
        else
            n = n / 2;
        steps++;
        if (steps > 100)
            reach_error();
    }
    return 0;
}
