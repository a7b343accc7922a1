// A stack machine of three operations; some program computes 12.
// inputs: 1,3,1,4,3,0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct machine { int stack[4]; int top; };
static void step(struct machine *m, int op)
{
    if (op == 1 && m->top < 4)
        m->stack[m->top++] = __VERIFIER_nondet_int() & 7;
    else if (op == 2 && m->top >= 2) {
        m->top--;
        m->stack[m->top - 1] += m->stack[m->top];
    } else if (op == 3 && m->top >= 2) {
        m->top--;
        m->stack[m->top - 1] *= m->stack[m->top];
    }
}

int main(void)
{
    struct machine m = { { 0, 0, 0, 0 }, 0 };
    int i;
    for (i = 0; i < 4; i++)
        step(&m, __VERIFIER_nondet_int());
    assert(!(m.top == 1 && m.stack[0] == 12));
    return 0;
}
