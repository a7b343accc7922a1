// What equals itself is ordered.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    float f = __VERIFIER_nondet_float(), g = __VERIFIER_nondet_float();
    if (f != f || g != g)
        return 0;
    assert(f < g || f == g || f > g);
    return 0;
}
