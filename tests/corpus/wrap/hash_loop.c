// A hash modulo the table size is always an index.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned h = 5381, i, n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 8);
    for (i = 0; i < n; i++)
        h = h * 33u + __VERIFIER_nondet_uchar();
    assert(h % 17u < 17u);
    return 0;
}
