// Only the larger one is lowered, but never below the smaller one.
// inputs: 1 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 1 || y < 0)
        return 1;
    while (x > 0)
        if (x > y + 1L)
            x--;
    return 0;
}
