// Among four small numbers there can be a pair with sum ten.
// inputs: 3,1,7,0
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int a[4], i, j;
    for (i = 0; i < 4; i++) {
        a[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(a[i] >= 0 && a[i] < 10);
    }
    for (i = 0; i < 4; i++)
        for (j = i + 1; j < 4; j++)
            assert(a[i] + a[j] != 10);
    return 0;
}
