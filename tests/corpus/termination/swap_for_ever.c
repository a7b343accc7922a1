// They change places.
// inputs: 1 2
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), t;
    while (x != y) {
        t = x;
        x = y;
        y = t;
    }
    return 0;
}
