// Case ranges (GNU C).
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static char grade(int points)
{
    switch (points) {
    case 90 ... 100: return 'A';
    case 75 ... 89: return 'B';
    case 50 ... 74: return 'C';
    default: return 'F';
    }
}

int main(void)
{
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    __VERIFIER_assume(p >= 0 && p <= 100 && q >= 0 && q <= 100);
    if (p >= q)
        assert(grade(p) <= grade(q));
    return 0;
}
