// A state machine that only goes forward.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int state = 0;
    while (state != 9)
        switch (state) {
        case 0:
            state = __VERIFIER_nondet_int() ? 1 : 2;
            break;
        case 1:
        case 2:
            state = __VERIFIER_nondet_int() ? 3 : 9;
            break;
        default:
            state = 9;
        }
    return 0;
}
