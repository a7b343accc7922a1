// Reversing in place.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int a[6], b[6], i;
    for (i = 0; i < 6; i++)
        a[i] = b[i] = __VERIFIER_nondet_int();
    for (i = 0; i < 3; i++) {
        int t = a[i];
        a[i] = a[5 - i];
        a[5 - i] = t;
    }
    i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 6);
    assert(a[i] == b[5 - i]);
    return 0;
}
