// The password is found by search.
// inputs: 107,101,121
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void)
{
    static const char secret[] = "key";
    char s[4];
    int i;
    for (i = 0; i < 3; i++)
        s[i] = __VERIFIER_nondet_char();
    s[3] = 0;
    for (i = 0; secret[i]; i++)
        if (s[i] != secret[i])
            return 0;
    reach_error();
    return 0;
}
