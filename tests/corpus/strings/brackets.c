// The depth of brackets never falls below zero in an accepted text.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int depth = 0, i, lowest = 0;
    for (i = 0; i < 6; i++) {
        char c = __VERIFIER_nondet_char();
        if (c == '(')
            depth++;
        else if (c == ')') {
            if (depth == 0)
                return 0;
            depth--;
        }
        if (depth < lowest)
            lowest = depth;
    }
    assert(lowest == 0 && depth >= 0 && depth <= 6);
    return 0;
}
