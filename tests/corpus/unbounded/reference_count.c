// References that are taken on the way down are given back on the way up.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int references = 1;

static void get(void)
{
    assert(references > 0);
    references++;
}

static void put(void)
{
    assert(references > 0);
    references--;
}

static void use(int n)
{
    if (n <= 0 || references >= 1000)
        return;
    get();
    use(n - 1);
    put();
}

int main(void)
{
    use(__VERIFIER_nondet_int());
    assert(references == 1);
    return 0;
}
