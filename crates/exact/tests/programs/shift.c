// Signs change in turn: from 1 the loop goes to 2 and back.
// expected: some run never ends
extern int __VERIFIER_nondet_int(void);

static void foo(int y)
{
    y = -1 * y;
    if (y < 0)
        foo(y);
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    foo(x);
    while (x != 0) {
        if (x < 0) {
            x = -1 * x;
            x = x + 2;
        } else {
            x = -1 * x;
            x = x + 3;
        }
    }
    return 0;
}
