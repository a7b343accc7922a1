// First one way, then the other.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), up = 1;
    if (x < 0)
        return 1;
    while (x >= 0) {
        if (x > 20)
            up = 0;
        if (up)
            x++;
        else
            x--;
    }
    return 0;
}
