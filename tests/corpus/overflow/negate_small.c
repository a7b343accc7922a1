// The absolute value of a short is an int.
extern short __VERIFIER_nondet_short(void);

static int absolute(int x)
{
    return x < 0 ? -x : x;
}

int main(void)
{
    return absolute(__VERIFIER_nondet_short()) > 10;
}
