// It can end in another.
// inputs: 7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

enum { START, BODY, END, BROKEN };
static int state;

static void step(int n)
{
    switch (state) {
    case START:
        state = BODY;
        step(n);
        break;
    case BODY:
        if (n == 7)
            state = BROKEN;
        else if (n > 3)
            state = END;
        step(n + 1);
        break;
    default:
        break;
    }
}

int main(void)
{
    state = START;
    step(__VERIFIER_nondet_int());
    assert(state == END);
    return 0;
}
