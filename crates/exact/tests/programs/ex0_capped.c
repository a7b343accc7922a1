// As ex0.c, with a count that stops before it could wrap around.
// expected: proved
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > 0) {
        while (x > 0 && x < 2000000000) {
            x = x + 1;
            if (x <= 0)
                reach_error();
        }
    } else {
        while (y > 0)
            y = y - 1;
    }
    return 0;
}
