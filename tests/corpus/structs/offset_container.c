// From the member back to the struct that contains it.
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct device { int id; int state; };
static struct device *owner(int *state)
{
    return (struct device *)((char *)state - offsetof(struct device, state));
}

int main(void)
{
    struct device devices[2] = { { 10, 0 }, { 11, 0 } };
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i == 0 || i == 1);
    assert(owner(&devices[i].state)->id == 10 + i);
    return 0;
}
