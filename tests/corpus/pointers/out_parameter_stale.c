// The out parameter is used although the call failed.
// inputs: -1
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
    int level = 20;
    parse_level(__VERIFIER_nondet_int(), &level);
    assert(level <= 9);
    return 0;
}
