// Insertion sort of four values.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int a[4], i, j;
    for (i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_int();
    for (i = 1; i < 4; i++) {
        int key = a[i];
        for (j = i - 1; j >= 0 && a[j] > key; j--)
            a[j + 1] = a[j];
        a[j + 1] = key;
    }
    for (i = 1; i < 4; i++)
        assert(a[i - 1] <= a[i]);
    return 0;
}
