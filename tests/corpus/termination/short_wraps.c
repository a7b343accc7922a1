// Counting up a short as an unsigned number comes to zero.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned short s = __VERIFIER_nondet_int();
    do
        s++;
    while (s != 0);
    return 0;
}
