// A lexer: every token it reports has a length, and the position never runs past the end.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_letter(char c) { return c >= 'a' && c <= 'z'; }
static int token(const char *s, int at)
{
    int n = 0;
    if (is_digit(s[at]))
        while (is_digit(s[at + n]))
            n++;
    else if (is_letter(s[at]))
        while (is_letter(s[at + n]) || is_digit(s[at + n]))
            n++;
    else if (s[at])
        n = 1;
    return n;
}

int main(void)
{
    char s[5];
    int i, at = 0;
    for (i = 0; i < 4; i++)
        s[i] = __VERIFIER_nondet_char();
    s[4] = 0;
    while (s[at]) {
        int n = token(s, at);
        assert(n > 0);
        at += n;
    }
    assert(at <= 4);
    return 0;
}
