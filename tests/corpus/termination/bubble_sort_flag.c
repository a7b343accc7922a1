// Equal elements are exchanged again and again.
// inputs: 1 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[2], swapped;
    a[0] = __VERIFIER_nondet_int();
    a[1] = __VERIFIER_nondet_int();
    do {
        swapped = 0;
        if (a[0] >= a[1]) {
            int t = a[0];
            a[0] = a[1];
            a[1] = t;
            swapped = 1;
        }
    } while (swapped);
    return 0;
}
