// By subtraction of positive numbers.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (!a || !b)
        return 1;
    while (a != b)
        if (a > b)
            a -= b;
        else
            b -= a;
    return 0;
}
