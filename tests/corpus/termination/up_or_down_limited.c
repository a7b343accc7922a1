// Up or down, but not often.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), fuel = 50;
    while (x > 0 && x < 100 && fuel > 0) {
        fuel--;
        if (__VERIFIER_nondet_int())
            x++;
        else
            x--;
    }
    return 0;
}
