// Bubble sort with a flag would need more; with two counters it ends.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[6];
    for (int i = 0; i < 6; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 6; i++)
        for (int j = 0; j + 1 < 6 - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    return 0;
}
