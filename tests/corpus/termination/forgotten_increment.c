// One branch forgets to count.
// inputs: -1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = 0, k = __VERIFIER_nondet_int();
    while (i < 10)
        if (k > 0 || i > 5)
            i++;
        else
            i += 0;
    return 0;
}
