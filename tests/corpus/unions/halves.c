// Two halves make one word.
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

union pair { unsigned whole; struct { unsigned short low, high; } half; };
int main(void)
{
    union pair p;
    unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
    p.half.low = a;
    p.half.high = b;
    assert(p.whole == ((unsigned)b << 16 | a));
    return 0;
}
