// Two counters move in opposite directions; their sum is kept.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int up = 0, down;
    if (n < 0 || n > 1000000)
        return 0;
    down = n;
    while (down > 0) {
        up++;
        down--;
    }
    assert(up == n);
    return 0;
}
