// The retry counter is reset by each failure.
// inputs: 0 0
extern int __VERIFIER_nondet_int(void);

static int send(void)
{
    return __VERIFIER_nondet_int();
}

int main(void)
{
    int tries = 3;
    while (tries > 0) {
        if (se__VERIFIER_nondet_int() > 0)
            break;
        tries--;
        if (tries == 1)
            tries = 3;
    }
    return 0;
}
