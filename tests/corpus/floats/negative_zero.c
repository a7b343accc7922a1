// Minus zero equals zero.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    float z = __VERIFIER_nondet_int() ? 0.0f : -0.0f;
    assert(z == 0.0f);
    assert(z + 1.0f == 1.0f);
    return 0;
}
