// A recursion that forgets to take one off its first argument: positive first arguments never come back.
// expected: some run never ends
extern int __VERIFIER_nondet_int(void);

static int ack(int x, int y)
{
    int n;
    if (x > 0) {
        if (y > 0) {
            y = y - 1;
            n = ack(x, y);
        } else {
            n = 1;
        }
        return ack(x, n);
    }
    return y + 1;
}

int main(void)
{
    int mx = __VERIFIER_nondet_int(), my = __VERIFIER_nondet_int();
    ack(mx, my);
    return 0;
}
