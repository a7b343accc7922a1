// Two loops that share a head by goto; the sum of both counters is bounded.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int i = 0, j = 0;
head:
    if (i + j >= 10)
        goto done;
    if (__VERIFIER_nondet_int()) {
        i++;
        goto head;
    }
    j++;
    goto head;
done:
    assert(i + j == 10);
    assert(i >= 0 && j >= 0);
    return 0;
}
