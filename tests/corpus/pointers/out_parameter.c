// A function that reports by an out parameter and a status.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int parse_level(int code, int *level)
{
    if (code < 0)
        return -1;
    *level = code > 9 ? 9 : code;
    return 0;
}

int main(void)
{
    int level = -5;
    int status = parse_level(__VERIFIER_nondet_int(), &level);
    assert(status == 0 ? level >= 0 && level <= 9 : level == -5);
    return 0;
}
