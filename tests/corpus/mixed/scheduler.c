// Round robin over three tasks: none runs twice before the others have.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int runs[3] = { 0, 0, 0 };
    int next = 0, i, n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 9);
    for (i = 0; i < n; i++) {
        runs[next]++;
        next = (next + 1) % 3;
    }
    assert(runs[0] - runs[1] <= 1 && runs[0] >= runs[1]);
    assert(runs[1] - runs[2] <= 1 && runs[1] >= runs[2]);
    return 0;
}
