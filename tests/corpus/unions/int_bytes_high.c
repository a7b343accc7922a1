// Byte three is the most significant one, not the least.
// inputs: 255
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

union word { unsigned value; unsigned char byte[4]; };
int main(void)
{
    union word w;
    w.value = __VERIFIER_nondet_uint();
    w.byte[3] = 0;
    assert(w.value % 256 == 0);
    return 0;
}
