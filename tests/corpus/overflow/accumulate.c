// A sum of inputs without any bound, in few rounds.
// inputs: 2000000000,2000000000
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i, sum = 0;
    for (i = 0; i < 5; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0)
            x = 0;
        sum += x;
    }
    return sum > 0;
}
