// A loop made of `goto` counts down.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    again:
    if (x > 0) {
        x--;
        goto again;
    }
    return 0;
}
