// The inner loop is left early.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    for (int i = 0; i < 50; i++)
        for (;;)
            if (__VERIFIER_nondet_int() >= 0)
                break;
            else if (i++ > 10)
                break;
    return 0;
}
