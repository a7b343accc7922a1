// Leaving two loops at once with the indices of the match.
// inputs: 6
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int product = __VERIFIER_nondet_int();
    int i, j;
    for (i = 1; i < 5; i++)
        for (j = 1; j < 5; j++)
            if (i * j == product)
                goto found;
    return 0;
found:
    assert(i >= j);
    return 0;
}
