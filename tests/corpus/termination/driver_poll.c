// Polling a register that may never be ready.
// inputs: 0 0 0 0
extern int __VERIFIER_nondet_int(void);

static int read_status(void)
{
    return __VERIFIER_nondet_int();
}

int main(void)
{
    while (!(read_status() & 1))
        ;
    return 0;
}
