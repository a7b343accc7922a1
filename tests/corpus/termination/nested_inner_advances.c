// The inner loop does the outer one's work.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = 0, n = __VERIFIER_nondet_int();
    if (n > 1000)
        return 1;
    while (i < n) {
        while (i < n && __VERIFIER_nondet_int())
            i++;
        i++;
    }
    return 0;
}
