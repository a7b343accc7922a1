// Adding a month does not cap the day: 31 January becomes 31 February.
// inputs: 1,31
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct date { int month, day; };
static int month_days(int m)
{
    return m == 2 ? 28 : m == 4 || m == 6 || m == 9 || m == 11 ? 30 : 31;
}

static struct date next_month(struct date d)
{
    d.month = d.month % 12 + 1;
    return d;
}

int main(void)
{
    struct date d;
    d.month = __VERIFIER_nondet_int();
    d.day = __VERIFIER_nondet_int();
    __VERIFIER_assume(d.month >= 1 && d.month <= 12);
    __VERIFIER_assume(d.day >= 1 && d.day <= month_days(d.month));
    d = next_month(d);
    assert(d.day <= month_days(d.month));
    return 0;
}
