// Two values in turn.
// inputs: 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int();
    while (x > 0)
        x ^= 0x55u << (x & 1);
    return 0;
}
