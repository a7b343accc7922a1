// Two functions: `two` takes one off a positive number. Behind the call in main the number is again what it was.
// expected: proved
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int two(int z)
{
    if (z > 0)
        return z - 1;
    return -1;
}

int main(void)
{
    int x = 3, y = __VERIFIER_nondet_int();
    x = two(x);
    if (x != 2)
        reach_error();
    while (y <= 0) {
        y = two(y);
        if (y >= 0)
            reach_error();
    }
    return 0;
}
