// By subtraction, and zero was not thought of.
// inputs: 0 5
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    while (a != b)
        if (a > b)
            a -= b;
        else
            b -= a;
    return 0;
}
