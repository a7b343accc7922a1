// An unsigned product wraps around, so a multiple of 12 leads to byte 8.
// inputs: 1537228672809129302
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct point { int x, y, z; };
static struct point points[2];

int main(void)
{
    unsigned long i = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(i * 12 <= 20 && i * 12 % 4 == 0);
    *(int *)((char *)points + i * 12) = 5;
    assert(points[0].z == 0);
    return 0;
}
