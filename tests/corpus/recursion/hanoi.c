// Moves of the towers of Hanoi.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned moves;
static void hanoi(int n)
{
    if (n == 0)
        return;
    hanoi(n - 1);
    moves++;
    hanoi(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 5);
    hanoi(n);
    assert(moves == (1u << n) - 1);
    return 0;
}
