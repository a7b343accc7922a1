// Halving around counting.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    for (unsigned s = n; s; s >>= 1)
        for (unsigned j = s; j > 0; j--)
            ;
    return 0;
}
