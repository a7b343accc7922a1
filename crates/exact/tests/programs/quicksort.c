// The skeleton of a quicksort that leaves its loop with the whole range still to be sorted.
// expected: some run never ends
extern int __VERIFIER_nondet_int(void);

static void quicksort(int left, int right)
{
    int lo, hi;
    if (left >= right)
        return;
    lo = left;
    hi = right;
    while (lo <= hi) {
        if (__VERIFIER_nondet_int()) {
            lo = lo + 1;
        } else {
            if (lo != left || hi != right)
                hi = hi - 1;
        }
    }
    quicksort(left, hi);
    quicksort(lo, right);
}

int main(void)
{
    int left = __VERIFIER_nondet_int(), right = __VERIFIER_nondet_int();
    quicksort(left, right);
    return 0;
}
