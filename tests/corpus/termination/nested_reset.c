// The inner loop undoes what the outer one does.
// inputs: 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 1 || x > 100)
        return 1;
    while (x > 0) {
        x--;
        while (x < 5)
            x++;
    }
    return 0;
}
