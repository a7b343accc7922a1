// Division by zero gives infinity in floating point.
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    float f = __VERIFIER_nondet_float();
    __VERIFIER_assume(f >= 1.0f && f <= 1000.0f);
    assert(f / 0.0f > 3.0e38f);
    assert(-f / 0.0f < -3.0e38f);
    return 0;
}
