// Whatever is subtracted is positive and never more than what is left.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int left = 100;
    while (left > 0) {
        int take = __VERIFIER_nondet_int();
        if (take < 1)
            take = 1;
        if (take > left)
            take = left;
        left -= take;
    }
    assert(left == 0);
    return 0;
}
