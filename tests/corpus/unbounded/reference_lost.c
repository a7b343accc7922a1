// A reference that is given back twice on the error path.
// inputs: 2
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int references = 1;

static void put(void)
{
    assert(references > 0);
    references--;
}

static void use(int n)
{
    references++;
    if (n == 2) {
        put();
        put();
        return;
    }
    if (n > 0)
        use(n - 1);
    put();
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 10)
        return 0;
    use(n);
    put();
    return 0;
}
