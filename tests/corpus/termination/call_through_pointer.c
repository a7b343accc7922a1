// What is called through a pointer counts down.
extern int __VERIFIER_nondet_int(void);

static int one(int x)
{
    return x - 1;
}
static int half(int x)
{
    return x / 2;
}

int main(void)
{
    int (*f)(int) = __VERIFIER_nondet_int() ? one : half;
    int x = __VERIFIER_nondet_int();
    while (x > 0)
        x = f(x);
    return 0;
}
