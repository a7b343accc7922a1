// A pointer to a local of a block that has ended.
// inputs: 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0;
    int *p = &x;
    if (__VERIFIER_nondet_int()) {
        int inner = 5;
        p = &inner;
        *p = 6;
    }
    return *p;
}
