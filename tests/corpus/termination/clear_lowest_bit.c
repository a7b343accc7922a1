// Clearing the lowest bit.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int();
    int n = 0;
    while (x) {
        x &= x - 1;
        n++;
    }
    return 0;
}
