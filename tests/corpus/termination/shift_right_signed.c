// Shifting a negative number to the right stops at -1.
// inputs: -8
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    while (x)
        x >>= 1;
    return 0;
}
