// A cycle of remainders that passes zero.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int() & 15;
    while (x != 0)
        x = (x + 1) % 16;
    return 0;
}
