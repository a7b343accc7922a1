// What is written to every cell is read back from any.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int a[10];
    int i, k = __VERIFIER_nondet_int();
    for (i = 0; i < 10; i++)
        a[i] = 3 * i + 1;
    __VERIFIER_assume(k >= 0 && k < 10);
    assert(a[k] == 3 * k + 1);
    return 0;
}
