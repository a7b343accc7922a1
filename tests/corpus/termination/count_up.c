// A counter up to a limit that is not the largest number.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 1000000)
        return 1;
    for (int i = 0; i < n; i++)
        ;
    return 0;
}
