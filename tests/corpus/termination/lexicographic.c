// The first number falls, or it stays and the second falls.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    while (x > 0 && y > 0)
        if (__VERIFIER_nondet_int()) {
            x--;
            y = __VERIFIER_nondet_int();
        } else
            y--;
    return 0;
}
