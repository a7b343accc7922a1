// The middle itself is never left out.
// inputs: 8 7
extern int __VERIFIER_nondet_int(void);

int find(int lo, int hi, int x)
{
    if (lo >= hi)
        return lo;
    int mid = lo + (hi - lo) / 2;
    if (mid < x)
        return find(mid, hi, x);
    return find(lo, mid, x);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 1;
    find(0, n, __VERIFIER_nondet_int());
    return 0;
}
