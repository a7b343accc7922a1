// `continue` passes by the counting.
// inputs: 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = 0, n = __VERIFIER_nondet_int();
    while (i < 10) {
        if (i == 3 && n)
            continue;
        i++;
    }
    return 0;
}
