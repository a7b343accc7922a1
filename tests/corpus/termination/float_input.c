// A float falls to below one.
extern float __VERIFIER_nondet_float(void);

int main(void)
{
    float f = __VERIFIER_nondet_float();
    if (!(f < 100))
        return 1;
    while (f > 1)
        f -= 1;
    return 0;
}
