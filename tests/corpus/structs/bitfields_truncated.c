// A counter in three bits wraps at eight.
// inputs: 8
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct flags { unsigned count : 3; };
int main(void)
{
    struct flags f = { 0 };
    unsigned n = __VERIFIER_nondet_uint(), i;
    __VERIFIER_assume(n <= 10);
    for (i = 0; i < n; i++)
        f.count++;
    assert(f.count == n);
    return 0;
}
