// The sign is read twice: "--5" is accepted and positive.
// inputs: 45,45,53
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    char s[4];
    int i, value = 0, sign = 1;
    for (i = 0; i < 3; i++)
        s[i] = __VERIFIER_nondet_char();
    s[3] = 0;
    for (i = 0; s[i] == '-'; i++)
        sign = -sign;
    for (; s[i] >= '0' && s[i] <= '9'; i++)
        value = value * 10 + (s[i] - '0');
    value *= sign;
    assert(s[0] != '-' || value <= 0);
    return 0;
}
