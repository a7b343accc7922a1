// The loop leaves out one element of the array, which is still zero.
// inputs: 5
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

#define N 100000
static int marks[N];

int main(void)
{
    int gap = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        if (i != gap)
            marks[i] = 1;
    for (int i = 0; i < N; i++)
        assert(marks[i] == 1);
    return 0;
}
