// Steps of seven keep the remainder, until eight bits are not enough.
// inputs: 253
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    unsigned char n = __VERIFIER_nondet_uchar(), x = 0;
    int rounds = 0;
    while (x < n && rounds < 200) {
        x += 7;
        rounds++;
    }
    assert(x % 7 == 0);
    return 0;
}
