// A quarter of a turn, four times.
// inputs: 1 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), t;
    if (x > 100 || x < -100 || y > 100 || y < -100)
        return 1;
    while (x || y) {
        t = x;
        x = -y;
        y = t;
    }
    return 0;
}
