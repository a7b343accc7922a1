// A recursive descent through three states ends in the last.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

enum { START, BODY, END };
static int state;

static void step(void)
{
    switch (state) {
    case START:
        state = BODY;
        step();
        break;
    case BODY:
        if (__VERIFIER_nondet_bool())
            state = END;
        step();
        break;
    default:
        break;
    }
}

int main(void)
{
    state = START;
    step();
    assert(state == END);
    return 0;
}
