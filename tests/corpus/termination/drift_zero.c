// The drift may be zero.
// inputs: 3 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y > 0)
        return 1;
    while (x > 0)
        x += y;
    return 0;
}
