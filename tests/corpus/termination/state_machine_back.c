// A state machine with a way back.
// inputs: 0 1 0 1 0 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int state = 0;
    while (state != 9)
        switch (state) {
        case 0:
            state = 1;
            break;
        case 1:
            state = __VERIFIER_nondet_int() ? 2 : 3;
            break;
        case 2:
            state = 9;
            break;
        default:
            state = __VERIFIER_nondet_int() == 77 ? 9 : 0;
        }
    return 0;
}
