// A copy loop that enters its body in the middle.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int from[6], to[6] = { 0, 0, 0, 0, 0, 0 };
    int n = __VERIFIER_nondet_int(), i;
    int *s = from, *d = to, rounds;
    __VERIFIER_assume(n > 0 && n <= 6);
    for (i = 0; i < 6; i++)
        from[i] = 10 + i;
    rounds = (n + 2) / 3;
    switch (n % 3) {
    case 0: do { *d++ = *s++;
    case 2:      *d++ = *s++;
    case 1:      *d++ = *s++;
            } while (--rounds > 0);
    }
    for (i = 0; i < 6; i++)
        assert(to[i] == (i < n ? 10 + i : 0));
    return 0;
}
