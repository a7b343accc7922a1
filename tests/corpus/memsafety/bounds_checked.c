// Every index is tested.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[5] = { 0, 0, 0, 0, 0 };
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 5)
        a[i] = 1;
    if (i < 5 && i > -1)
        return a[i] != 1;
    return 0;
}
