// ask: --check assert
// answer: proved
// says: function `register_handler` is assumed not to call the function whose address it is given
#include <assert.h>

void register_handler(void (*handler)(void));

static int calls;

static void handler(void)
{
    calls++;
}

int main(void)
{
    register_handler(handler);
    assert(calls == 0);
    return 0;
}
