// Jumping into a block skips its first statement, not its second.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int x = 0, y = 0;
    int skip = __VERIFIER_nondet_int();
    if (skip)
        goto inside;
    {
        x = 1;
inside:
        y = 1;
    }
    assert(y == 1);
    assert(x == !skip);
    return 0;
}
