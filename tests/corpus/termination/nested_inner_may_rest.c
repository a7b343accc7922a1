// The inner loop may do nothing.
// inputs: 10 0 0 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = 0, n = __VERIFIER_nondet_int();
    if (n > 1000)
        return 1;
    while (i < n)
        while (i < n && __VERIFIER_nondet_int())
            i++;
    return 0;
}
