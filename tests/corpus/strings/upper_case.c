// After the conversion there is no lower-case letter left.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    char s[5];
    int i;
    for (i = 0; i < 4; i++)
        s[i] = __VERIFIER_nondet_char();
    s[4] = 0;
    for (i = 0; s[i]; i++)
        if (s[i] >= 'a' && s[i] <= 'z')
            s[i] = (char)(s[i] - 'a' + 'A');
    for (i = 0; s[i]; i++)
        assert(!(s[i] >= 'a' && s[i] <= 'z'));
    return 0;
}
