// The length of a string that is built by hand.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static unsigned length(const char *s)
{
    unsigned n = 0;
    while (s[n])
        n++;
    return n;
}

int main(void)
{
    char s[6];
    int i;
    for (i = 0; i < 5; i++)
        s[i] = __VERIFIER_nondet_char();
    s[5] = 0;
    assert(length(s) <= 5);
    return 0;
}
