// The middle of two indices, the right way.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    __VERIFIER_assume(low >= 0 && high >= low);
    return low + (high - low) / 2 >= low;
}
