// A queue that pushes at the front gives the wrong order.
// inputs: 1,2
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct cell { int v; struct cell *next; };
static struct cell *front;
static void push(int v)
{
    struct cell *c = malloc(sizeof *c);
    if (!c)
        exit(0);
    c->v = v;
    c->next = front;
    front = c;
}

static int pop(void)
{
    struct cell *c = front;
    int v = c->v;
    front = c->next;
    free(c);
    return v;
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    push(a);
    push(b);
    assert(pop() == a);
    return 0;
}
