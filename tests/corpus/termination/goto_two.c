// Two labels that lead to each other.
// inputs: 3
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        return 1;
    one:
    x = x ^ 1;
    two:
    if (x >= 0)
        goto one;
    goto two;
    return 0;
}
