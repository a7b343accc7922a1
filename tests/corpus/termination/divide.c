// Division by ten.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int();
    int digits = 0;
    while (x > 0) {
        x /= 10;
        digits++;
    }
    return 0;
}
