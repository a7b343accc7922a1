// They go the same way.
// inputs: 1 5
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int();
    while (lo < hi || lo > hi) {
        lo++;
        hi++;
    }
    return 0;
}
