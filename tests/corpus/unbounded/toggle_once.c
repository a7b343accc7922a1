// A flag that is toggled once for each call can be up.
// inputs: 0,1
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static _Bool flag;

static void walk(void)
{
    if (__VERIFIER_nondet_bool())
        return;
    flag = !flag;
    walk();
}

int main(void)
{
    flag = 0;
    walk();
    assert(!flag);
    return 0;
}
