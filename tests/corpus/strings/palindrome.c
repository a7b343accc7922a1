// Some text of three letters reads the same both ways.
// inputs: 97,98,97
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    char s[3];
    int i, same = 1;
    for (i = 0; i < 3; i++) {
        s[i] = __VERIFIER_nondet_char();
        __VERIFIER_assume(s[i] >= 'a' && s[i] <= 'z');
    }
    for (i = 0; i < 3; i++)
        if (s[i] != s[2 - i])
            same = 0;
    assert(!same);
    return 0;
}
