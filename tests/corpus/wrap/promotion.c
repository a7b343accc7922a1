// Small unsigned types are promoted to int: the sum does not wrap before the test.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    int sum = a + b;
    assert(sum >= a && sum <= 510);
    if (a + b > 255)
        assert((unsigned char)(a + b) < a);
    return 0;
}
