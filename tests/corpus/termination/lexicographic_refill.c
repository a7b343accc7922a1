// Each branch refills the other number.
// inputs: 1 1 1 9 0 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    while (x > 0 && y > 0)
        if (__VERIFIER_nondet_int()) {
            x = __VERIFIER_nondet_int();
            y--;
            if (x > 5)
                y++;
        } else if (__VERIFIER_nondet_int())
            x--;
    return 0;
}
