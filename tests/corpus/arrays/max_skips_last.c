// The search for the maximum leaves out the last element.
// inputs: 0,0,0,0,1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int a[5], i, max;
    for (i = 0; i < 5; i++)
        a[i] = __VERIFIER_nondet_int();
    max = a[0];
    for (i = 1; i < 4; i++)
        if (a[i] > max)
            max = a[i];
    for (i = 0; i < 5; i++)
        assert(a[i] <= max);
    return 0;
}
