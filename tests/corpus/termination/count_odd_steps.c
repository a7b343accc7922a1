// An odd step meets every number of eight bits.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char i = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    while (i != n)
        i += 3;
    return 0;
}
