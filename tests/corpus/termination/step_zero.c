// The step may be zero.
// inputs: 7 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), s = __VERIFIER_nondet_int();
    if (s < 0 || s > 10)
        return 1;
    while (x > 0)
        x -= s;
    return 0;
}
