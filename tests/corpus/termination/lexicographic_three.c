// Three numbers in a row.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    while (x > 0 && y > 0 && z > 0)
        switch (__VERIFIER_nondet_int()) {
        case 0:
            x--;
            y = __VERIFIER_nondet_int();
            z = __VERIFIER_nondet_int();
            break;
        case 1:
            y--;
            z = __VERIFIER_nondet_int();
            break;
        default:
            z--;
        }
    return 0;
}
