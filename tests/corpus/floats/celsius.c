// A conversion of temperatures is monotone on whole degrees.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static double fahrenheit(int celsius)
{
    return celsius * 1.8 + 32.0;
}

int main(void)
{
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assume(c >= -50 && c < 50);
    assert(fahrenheit(c) < fahrenheit(c + 1));
    return 0;
}
