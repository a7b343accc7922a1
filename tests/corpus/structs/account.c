// Money moves between accounts; none is lost, no balance below zero.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct account { int id; int balance; };
static int transfer(struct account *from, struct account *to, int amount)
{
    if (amount <= 0 || from->balance < amount)
        return 0;
    from->balance -= amount;
    to->balance += amount;
    return 1;
}

int main(void)
{
    struct account a = { 1, 100 }, b = { 2, 50 };
    int i;
    for (i = 0; i < 4; i++) {
        if (__VERIFIER_nondet_int())
            transfer(&a, &b, __VERIFIER_nondet_int());
        else
            transfer(&b, &a, __VERIFIER_nondet_int());
    }
    assert(a.balance + b.balance == 150);
    assert(a.balance >= 0 && b.balance >= 0);
    return 0;
}
