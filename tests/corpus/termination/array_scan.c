// An array is looked through.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[32], i, found = 0;
    for (i = 0; i < 32; i++)
        a[i] = __VERIFIER_nondet_int();
    for (i = 0; i < 32; i++)
        if (a[i] == 0)
            found = 1;
    return 0;
}
