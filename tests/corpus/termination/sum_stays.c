// What one loses the other gains.
// inputs: 1 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0 || x > 100 || y < 0 || y > 100)
        return 1;
    while (x + y > 0)
        if (x > 0) {
            x--;
            y++;
        } else {
            x = y;
            y = 0;
        }
    return 0;
}
