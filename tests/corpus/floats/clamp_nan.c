// The clamp lets NaN through.
// inputs: 9221120237041090560
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    double d = __VERIFIER_nondet_double();
    if (d < 0.0)
        d = 0.0;
    if (d > 1.0)
        d = 1.0;
    assert(d >= 0.0 && d <= 1.0);
    return 0;
}
