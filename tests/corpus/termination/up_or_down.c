// Up or down or neither, as the input says.
// inputs: 4 1 2 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    while (x > 0 && x < 100)
        switch (__VERIFIER_nondet_int()) {
        case 1:
            x++;
            break;
        case 2:
            x--;
            break;
        }
    return 0;
}
