// Ten times a tenth, added up, is not one.
// inputs: 10
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int(), i;
    float sum = 0.0f;
    __VERIFIER_assume(n >= 0 && n <= 12);
    for (i = 0; i < n; i++)
        sum += 0.1f;
    assert(n != 10 || sum == 1.0f);
    return 0;
}
