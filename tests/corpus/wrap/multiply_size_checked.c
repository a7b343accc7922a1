// With the test before the multiplication it is right.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint();
    unsigned bytes;
    if (count > 0xffffffffu / 16u)
        return 0;
    bytes = count * 16u;
    if (bytes <= 4096u)
        assert(count <= 256u);
    return 0;
}
