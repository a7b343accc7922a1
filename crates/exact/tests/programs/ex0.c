// The error is unreachable for mathematical integers; a count that wraps around reaches it.
// expected: fails; with --integers unbounded: proved
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > 0) {
        while (x > 0) {
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
