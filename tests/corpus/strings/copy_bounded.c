// A bounded copy always terminates its string.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static void copy(char *to, unsigned size, const char *from)
{
    unsigned i;
    for (i = 0; i + 1 < size && from[i]; i++)
        to[i] = from[i];
    to[i] = 0;
}

int main(void)
{
    char small[4] = { 'x', 'x', 'x', 'x' };
    char big[8];
    int i;
    for (i = 0; i < 7; i++)
        big[i] = __VERIFIER_nondet_char();
    big[7] = 0;
    copy(small, sizeof small, big);
    assert(small[0] == 0 || small[1] == 0 || small[2] == 0 || small[3] == 0);
    return 0;
}
