// The counter is an element of an array.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = { 0 };
    a[2] = __VERIFIER_nondet_int();
    while (a[2] > 0)
        a[2]--;
    return 0;
}
