// The test comes after the body.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    do
        x--;
    while (x > 0);
    return 0;
}
