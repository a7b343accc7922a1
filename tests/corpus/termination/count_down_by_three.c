// Steps of three, with a test for an order.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    while (x >= 3)
        x -= 3;
    return 0;
}
