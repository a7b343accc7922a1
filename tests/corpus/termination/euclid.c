// Euclid's algorithm with remainders.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), t;
    while (b) {
        t = a % b;
        a = b;
        b = t;
    }
    return 0;
}
