// What is cleared is set again.
// inputs: 3
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int();
    while (x) {
        x &= x - 1;
        x |= 1;
    }
    return 0;
}
