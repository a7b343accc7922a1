// A table of functions, index checked.
extern short __VERIFIER_nondet_short(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int min(int a, int b) { return a < b ? a : b; }
static int (*const table[3])(int, int) = { add, sub, min };
int main(void)
{
    unsigned op = __VERIFIER_nondet_uint();
    int a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    int r;
    if (op >= 3)
        return 0;
    r = table[op](a, b);
    assert(op != 2 || (r <= a && r <= b));
    assert(op != 0 || r - a == b);
    return 0;
}
