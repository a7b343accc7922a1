// A power of two up to a limit that it can pass.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned p = 1, limit = __VERIFIER_nondet_int();
    if (limit > 0x40000000)
        return 1;
    while (p < limit)
        p *= 2;
    return 0;
}
