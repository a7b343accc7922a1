// The default need not come last.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int classify(int c)
{
    switch (c) {
    default:
        return 0;
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
        return 1;
    case ' ': case '\t': case '\n':
        return 2;
    }
}

int main(void)
{
    char c = __VERIFIER_nondet_char();
    int k = classify(c);
    assert(k != 1 || (c >= '0' && c <= '9'));
    assert(k != 2 || c <= ' ');
    return 0;
}
