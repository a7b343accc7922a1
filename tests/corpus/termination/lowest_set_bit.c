// Looking for a bit of a number that is not zero.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int(), i = 0;
    if (x == 0)
        return 1;
    while (i < 32 && !((x >> i) & 1))
        i++;
    return 0;
}
