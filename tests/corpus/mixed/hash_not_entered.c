// Three positive results are possible without any of the hashes.
// inputs: 1,2,3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned scramble(unsigned x)
{
    int i;
    for (i = 0; i < 16; i++)
        x = (x ^ x >> 7) * 2654435761u;
    return x;
}

static int pick(int i)
{
    if (i > 0)
        return i;
    return (int)(scramble((unsigned)i) & 0x7fffffffu);
}

int main(void)
{
    int a = pick(__VERIFIER_nondet_int()), b = pick(__VERIFIER_nondet_int()), c = pick(__VERIFIER_nondet_int());
    if (a > 0 && b > 0 && c > 0)
        reach_error();
    return 0;
}
