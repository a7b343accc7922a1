// A variable that grows by two stays even for ever.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned x = 0;
    while (__VERIFIER_nondet_int())
        x += 2;
    assert(x % 2 == 0);
    return 0;
}
