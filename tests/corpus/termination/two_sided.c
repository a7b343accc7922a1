// Two counters that come towards each other.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int();
    if (lo < -1000 || hi > 1000)
        return 1;
    while (lo < hi) {
        lo++;
        hi--;
    }
    return 0;
}
