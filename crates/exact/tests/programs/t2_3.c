// T2(3): whoever goes down never comes back, so the error is not reached.
// expected: proved; it need not end
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;

static void level_3(void)
{
    int t = 0;
    g = -g;
    if (g <= 0) {
        t = t + 1;
    } else {
        level_3();
        g = -g;
        level_3();
    }
    g = -g;
}

static void level_2(void)
{
    int t = 0;
    g = -g;
    if (g <= 0) {
        t = t + 1;
    } else {
        level_3();
        g = -g;
        level_3();
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
