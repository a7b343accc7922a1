// Every element of a large array is what the loop put there.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

#define N 100000
static int falling[N];

int main(void)
{
    int i;
    for (i = 0; i < N; i++)
        falling[i] = 7 - i;
    for (i = 0; i < N; i++)
        assert(falling[i] == 7 - i);
    return 0;
}
