// The endless loop is reached for one input.
// inputs: 4
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 3 && x < 5)
        for (;;)
            ;
    return 0;
}
