// Halving is exact for small integers.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int();
    float f;
    __VERIFIER_assume(n >= -100 && n <= 100);
    f = (float)n / 2.0f;
    assert(f + f == (float)n);
    return 0;
}
