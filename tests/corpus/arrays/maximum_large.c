// No element of a large array is above the maximum that was found.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

#define N 100000
static int values[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        values[i] = __VERIFIER_nondet_int();
    int most = values[0];
    for (int i = 1; i < N; i++)
        if (values[i] > most)
            most = values[i];
    for (int i = 0; i < N; i++)
        assert(values[i] <= most);
    return 0;
}
