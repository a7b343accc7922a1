// A copy of a large array of arbitrary numbers is equal to it element by element.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

#define N 100000
static int from[N], to[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        from[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        to[i] = from[i];
    for (int i = N - 1; i >= 0; i--)
        assert(from[i] == to[i]);
    return 0;
}
