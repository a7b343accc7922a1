// Going round the circle of unsigned numbers by one meets every number.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned i = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    while (i != n)
        i++;
    return 0;
}
