// `=` instead of `==`.
// inputs: 3
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), done = 0;
    while (!done) {
        x = x > 100 ? 0 : x < 0 ? 1 : x + 1;
        if ((done = 0))
            break;
    }
    return 0;
}
