// McCarthy's function gives 91 for arguments up to 100 (here a window of them).
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int f91(int n)
{
    if (n > 100)
        return n - 10;
    return f91(f91(n + 11));
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 95 && n <= 104);
    assert(n > 100 ? f91(n) == n - 10 : f91(n) == 91);
    return 0;
}
