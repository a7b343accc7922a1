// The inner loop hangs for one value of the outer counter.
// inputs: 5
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < 10; i++)
        while (i == n)
            ;
    return 0;
}
