// With an error, brackets stay open.
// inputs: 1,2
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int open_brackets;

static int parse(void)
{
    int c = __VERIFIER_nondet_int();
    if (c == 0)
        return 1;
    if (c != 1)
        return 0;
    open_brackets++;
    if (!parse())
        return 0;
    if (__VERIFIER_nondet_int() != 2)
        return 0;
    open_brackets--;
    return parse();
}

int main(void)
{
    open_brackets = 0;
    parse();
    assert(open_brackets == 0);
    return 0;
}
