// Minus a number, as long as it is negative; the least number aside.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < -1000)
        return 1;
    while (x < 0)
        x = -x;
    return 0;
}
