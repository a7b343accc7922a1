// The inner loop starts at i: the count is a triangle, not a square.
// inputs: 2
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i, j, count = 0;
    __VERIFIER_assume(n >= 0 && n <= 6);
    for (i = 0; i < n; i++)
        for (j = i; j < n; j++)
            count++;
    assert(count == n * n);
    return 0;
}
