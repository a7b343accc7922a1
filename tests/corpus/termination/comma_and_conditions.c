// Side effects in the test.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    while (n-- > 0)
        ;
    return 0;
}
