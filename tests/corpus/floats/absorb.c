// Adding one to a big float changes nothing.
// inputs: 16777216
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int();
    float f;
    __VERIFIER_assume(n >= 0 && n <= 20000000);
    f = (float)n;
    assert(f + 1.0f > f);
    return 0;
}
