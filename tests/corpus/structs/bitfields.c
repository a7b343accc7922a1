// Bit-fields keep what fits and nothing else.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct flags { unsigned mode : 3; unsigned level : 5; unsigned rest : 8; };
int main(void)
{
    struct flags f = { 0, 0, 0 };
    unsigned v = __VERIFIER_nondet_uint();
    f.mode = v;
    f.level = v >> 3;
    assert(f.mode == (v & 7u));
    assert(f.level == (v >> 3 & 31u));
    assert(f.rest == 0);
    return 0;
}
