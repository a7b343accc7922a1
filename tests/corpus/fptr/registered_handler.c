// The handler for the error event was never registered, and the default one is harmless no more.
// inputs: 1,2
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int last;
static void fallback(int event) { last = -event; }
static void open_handler(int event) { last = event; }
static void (*handlers[3])(int) = { fallback, fallback, fallback };
static void enroll(int event, void (*f)(int))
{
    if (event >= 0 && event < 3)
        handlers[event] = f;
}

int main(void)
{
    int event;
    enroll(0, open_handler);
    if (__VERIFIER_nondet_int())
        enroll(1, open_handler);
    event = __VERIFIER_nondet_int();
    __VERIFIER_assume(event >= 0 && event < 3);
    handlers[event](event);
    assert(last >= 0);
    return 0;
}
