// A cycle of remainders that misses zero.
// inputs: 2
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int() & 15;
    if (x == 0)
        return 1;
    while (x % 5 != 0 || x > 15)
        x = x % 5 == 4 ? 1 : x + 1;
    return 0;
}
