// The difference of two numbers gets less.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > 1000 || y > 1000 || x < 0 || y < 0)
        return 1;
    while (x < y)
        x += 2;
    return 0;
}
