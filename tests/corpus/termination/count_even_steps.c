// An even step keeps the parity.
// inputs: 1 2
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char i = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    while (i != n)
        i += 4;
    return 0;
}
