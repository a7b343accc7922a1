// The machine gives a drink and the money back.
// inputs: 2,1,0,3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

enum state { IDLE, PAID, SERVED };
static enum state state = IDLE;
static int money, given;
static void event(int e)
{
    switch (state) {
    case IDLE:
        if (e == 2) {
            state = PAID;
            money = 1;
        }
        break;
    case PAID:
        if (e == 1) {
            state = SERVED;
            given = 1;
        } else if (e == 3) {
            money = 0;
            state = IDLE;
        }
        break;
    case SERVED:
        if (e == 3) {
            money = 0;
            state = IDLE;
        } else if (e == 0)
            state = PAID;
        break;
    }
}

int main(void)
{
    int i;
    for (i = 0; i < 4; i++)
        event(__VERIFIER_nondet_int());
    assert(!(given && money == 0));
    return 0;
}
