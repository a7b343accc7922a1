// The larger of two numbers falls.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0 || y < 0)
        return 1;
    while (x > 0 || y > 0)
        if (x > y)
            x--;
        else
            y--;
    return 0;
}
