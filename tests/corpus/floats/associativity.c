// Addition is not associative: the small number is lost at once, or two of them are not.
// inputs: 16777216,1
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    float a, b;
    __VERIFIER_assume(n >= 16777210 && n <= 16777220 && m >= 0 && m <= 2);
    a = (float)n;
    b = (float)m;
    assert((a + b) + b == a + (b + b));
    return 0;
}
