// T1(2): the error is reached if g is positive at first.
// expected: fails
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;

static void level_2(void)
{
    int t = 0;
    g = -g;
    if (g <= 0) {
        t = t + 1;
    } else {
        g = -g;
    }
    g = -g;
}

static void level_1(void)
{
    int t = 0;
    g = -g;
    if (g <= 0) {
        t = t + 1;
    } else {
        level_2();
        g = -g;
        level_2();
    }
    g = -g;
}

int main(void)
{
    g = __VERIFIER_nondet_int();
    if (g == -2147483647 - 1)
        return 0;
    level_1();
    if (g < 0)
        reach_error();
    return 0;
}
