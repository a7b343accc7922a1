// A counter that nothing depends on, and a condition that stays.
// inputs: 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned long steps = 0;
    int x = __VERIFIER_nondet_int();
    if (x <= 0)
        return 1;
    while (x > 0 && steps != 0xffffffffffffffff)
        steps = steps + 1 & 0xffff;
    return 0;
}
