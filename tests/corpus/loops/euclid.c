// The greatest common divisor by subtraction divides both arguments.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int x, y;
    __VERIFIER_assume(a > 0 && a <= 8);
    __VERIFIER_assume(b > 0 && b <= 8);
    x = a;
    y = b;
    while (x != y) {
        if (x > y)
            x -= y;
        else
            y -= x;
    }
    assert(a % x == 0 && b % x == 0);
    return 0;
}
