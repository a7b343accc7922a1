// The closed form of the sum is wrong by the number of terms once there are seven of them.
// inputs: 7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    int sum = 0;
    for (int i = 1; i <= n; i++)
        sum += i == 7 ? 8 : i;
    assert(2 * sum == n * (n + 1));
    return 0;
}
