// Polling with a limit.
extern int __VERIFIER_nondet_int(void);

static int read_status(void)
{
    return __VERIFIER_nondet_int();
}

int main(void)
{
    int timeout = 1000;
    while (!(read_status() & 1) && --timeout)
        ;
    return 0;
}
