// A pointer survives the way through void * and back.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static void put(void *slot, int value)
{
    *(int *)slot = value;
}

int main(void)
{
    int x = 0;
    void *p = &x;
    int v = __VERIFIER_nondet_int();
    put(p, v);
    assert(x == v);
    return 0;
}
