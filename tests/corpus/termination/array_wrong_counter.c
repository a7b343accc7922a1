// Another element is counted down.
// inputs: 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = { 0 };
    a[2] = __VERIFIER_nondet_int();
    a[1] = 100;
    while (a[2] > 0)
        a[1] = a[1] > 0 ? a[1] - 1 : 0;
    return 0;
}
