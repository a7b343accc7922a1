// Multiplication by repeated addition in two loops.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int i, j, count = 0;
    __VERIFIER_assume(a >= 0 && a <= 4);
    __VERIFIER_assume(b >= 0 && b <= 4);
    for (i = 0; i < a; i++)
        for (j = 0; j < b; j++)
            count++;
    assert(count == a * b);
    return 0;
}
