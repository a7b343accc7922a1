// Days of a month.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int days(int month, int leap)
{
    switch (month) {
    case 2:
        return leap ? 29 : 28;
    case 4: case 6: case 9: case 11:
        return 30;
    default:
        return 31;
    }
}

int main(void)
{
    int m = __VERIFIER_nondet_int(), leap = __VERIFIER_nondet_int();
    int d;
    __VERIFIER_assume(m >= 1 && m <= 12);
    d = days(m, leap);
    assert(d >= 28 && d <= 31);
    assert(d >= 30 || m == 2);
    return 0;
}
