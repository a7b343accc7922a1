// ask: --engine references --check assert
// answer: unknown
// A state that forks at the head of its loop was met there a moment before: it is not an old one.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), x = n, y = 0;
    while (x > 0) {
        x--;
        y++;
    }
    if (y == n)
        reach_error();
    return 0;
}
