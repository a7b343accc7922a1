// 3x + 1 without halving the halves: 3, 10, 5, 16, 8, 4, 2, 1, 4.
// inputs: 3
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int();
    if (x < 1 || x > 1000)
        return 1;
    while (x != 0)
        if (x & 1)
            x = 3 * x + 1;
        else
            x = x / 2;
    return 0;
}
