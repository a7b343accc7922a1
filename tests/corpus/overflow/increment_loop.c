// The loop steps over its bound.
// inputs: 2147483647
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i, rounds = 0;
    __VERIFIER_assume(n > 2147483000);
    for (i = 2147482000; i < n; i += 500)
        rounds++;
    return rounds & 1;
}
