// Shifting to the right comes to zero.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int();
    while (x)
        x >>= 1;
    return 0;
}
