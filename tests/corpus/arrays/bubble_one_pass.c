// One pass of bubble sort does not sort four values.
// inputs: 2,1,0,3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int a[4], i;
    for (i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_int();
    for (i = 0; i < 3; i++) {
        if (a[i] > a[i + 1]) {
            int t = a[i];
            a[i] = a[i + 1];
            a[i + 1] = t;
        }
    }
    for (i = 0; i < 3; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
