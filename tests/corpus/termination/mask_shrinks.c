// A mask loses its highest bit each time.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned m = 0xffff;
    while (m & __VERIFIER_nondet_int())
        m >>= 1;
    return 0;
}
