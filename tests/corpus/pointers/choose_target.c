// A pointer chosen by an input; the other variable keeps its value.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int a = 1, b = 2;
    int *p = __VERIFIER_nondet_int() ? &a : &b;
    *p = 7;
    assert(a == 7 || b == 7);
    assert(p == &a ? b == 2 : a == 1);
    return 0;
}
