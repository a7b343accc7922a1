// Two entries of the table are in the wrong order.
// inputs: 1,5,3
extern short __VERIFIER_nondet_short(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int min(int a, int b) { return a < b ? a : b; }
static int (*const table[3])(int, int) = { add, min, sub };
int main(void)
{
    unsigned op = __VERIFIER_nondet_uint();
    int a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    if (op >= 3)
        return 0;
    if (op == 1)
        assert(table[op](a, b) == a - b);
    return 0;
}
