// A NaN differs from itself.
// inputs: 2143289344
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    float f = __VERIFIER_nondet_float();
    assert(f == f);
    return 0;
}
