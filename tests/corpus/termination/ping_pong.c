// Two functions that call each other with what they got.
// inputs: 3
extern int __VERIFIER_nondet_int(void);

int pong(int n);
int ping(int n)
{
    return n <= 0 ? 0 : pong(n + 1);
}
int pong(int n)
{
    return n <= 0 ? 0 : ping(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 100)
        return 1;
    ping(n);
    return 0;
}
