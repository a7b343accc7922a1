// The retry counter is not reset.
extern int __VERIFIER_nondet_int(void);

static int send(void)
{
    return __VERIFIER_nondet_int();
}

int main(void)
{
    int tries = 3;
    while (tries > 0) {
        if (se__VERIFIER_nondet_int() >= 0)
            break;
        tries--;
    }
    return 0;
}
