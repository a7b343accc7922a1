// An unsigned difference is never below zero, so the guard is useless.
// inputs: 1,2
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned have = __VERIFIER_nondet_uint(), need = __VERIFIER_nondet_uint();
    __VERIFIER_assume(have < 1000 && need < 1000);
    if (have - need >= 0)
        assert(have >= need);
    return 0;
}
