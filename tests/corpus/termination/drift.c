// The drift becomes negative.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > 1000 || y > 100 || y < -100)
        return 1;
    while (x > 0) {
        x += y;
        y--;
        if (y < -1000)
            y = -1000;
    }
    return 0;
}
