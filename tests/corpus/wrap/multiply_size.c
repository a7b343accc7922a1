// The size of an allocation wraps, and a big count looks small.
// inputs: 268435457
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint();
    unsigned bytes = count * 16u;
    if (bytes <= 4096u)
        assert(count <= 256u);
    return 0;
}
