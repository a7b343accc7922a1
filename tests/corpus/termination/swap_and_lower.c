// They change places, and one of them is lowered.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), t;
    if (x < 0 || y < 0 || x > 1000 || y > 1000)
        return 1;
    while (x > 0 && y > 0) {
        t = x;
        x = y;
        y = t - 1;
    }
    return 0;
}
