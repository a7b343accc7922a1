// ask: --check assert
// answer: unknown
// says: not supported
// ask: --check assert --engine structural
// answer: unknown
// ask: --check assert --engine smash
// answer: unknown
// The handler runs at any time, from whatever is not modelled.
#include <assert.h>
#include <signal.h>

static int state;

static void handler(int number)
{
    assert(state != 1);
    (void)number;
}

int main(void)
{
    signal(SIGUSR1, handler);
    state = 1;
    return 0;
}
