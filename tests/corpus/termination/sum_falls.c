// What one loses the other does not gain in full.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0 || x > 1000 || y < 0 || y > 1000)
        return 1;
    while (x + y > 0)
        if (x > 0) {
            x -= 2;
            y += 1;
        } else
            y--;
    return 0;
}
