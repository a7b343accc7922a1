// Binary search by recursion.
extern int __VERIFIER_nondet_int(void);

int find(int lo, int hi, int x)
{
    if (lo >= hi)
        return lo;
    int mid = lo + (hi - lo) / 2;
    if (mid < x)
        return find(mid + 1, hi, x);
    return find(lo, mid, x);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 1;
    find(0, n, __VERIFIER_nondet_int());
    return 0;
}
