// The loop writes one cell too many when the count is the size.
// inputs: 5
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int a[5];
    int n = __VERIFIER_nondet_int(), i;
    __VERIFIER_assume(n >= 0 && n <= 5);
    for (i = 0; i <= n; i++)
        a[i] = i;
    return 0;
}
