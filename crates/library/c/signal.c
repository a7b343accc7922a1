/* Models of <signal.h>: a program may send itself signals. Others could come at any time once there is a handler: unsupported. */

typedef void (*__maymust_handler)(int);

void __maymust_abort(void) __attribute__((noreturn));
void __maymust_exit(int status) __attribute__((noreturn));
int __maymust_unsupported(const char *reason);
long __maymust_nondet_long(void);

typedef struct {
    unsigned long bits[128 / sizeof(long)];
} sigset_t;

struct sigaction {
    __maymust_handler handler;
    sigset_t mask;
    int flags;
    void (*restorer)(void);
};

int *__errno_location(void);
int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int number);

static __maymust_handler __maymust_handlers[65];
/* How handlers were asked for, if by sigaction. */
static int __maymust_handler_flags[65];
static sigset_t __maymust_handler_masks[65];
/* Which signals wait until they are let in, from when on that is asked about. */
static sigset_t __maymust_blocked;
static int __maymust_is_mask_known;
static int __maymust_in_handler;

static int __maymust_no_signal(void)
{
    *__errno_location() = 22;
    return -1;
}

/* What is done with a signal when the program starts: the usual, or nothing. */
static unsigned char __maymust_is_asked[65];

static __maymust_handler __maymust_handler_of(int number)
{
    if (!__maymust_is_asked[number]) {
        __maymust_is_asked[number] = 1;
        if (__maymust_nondet_long() != 0)
            __maymust_handlers[number] = (__maymust_handler)1;
    }
    return __maymust_handlers[number];
}

static void __maymust_install(int number, __maymust_handler handler)
{
    if (handler != (__maymust_handler)0 && handler != (__maymust_handler)1 && __maymust_nondet_long() != 0)
        __maymust_unsupported("signal: a handler that runs at any time");
    __maymust_handlers[number] = handler;
}

__maymust_handler signal(int number, __maymust_handler handler)
{
    __maymust_handler old;
    if (number < 1 || number > 64 || number == 9 || number == 19) {
        __maymust_no_signal();
        return (__maymust_handler)-1;
    }
    old = __maymust_handler_of(number);
    __maymust_install(number, handler);
    __maymust_handler_flags[number] = 0x10000000;
    sigemptyset(&__maymust_handler_masks[number]);
    sigaddset(&__maymust_handler_masks[number], number);
    return old;
}

/* The system fills the first 64 bits of a mask, and may add a flag of its own. */
int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    struct sigaction before;
    unsigned i;
    if (number < 1 || number > 64 || (action != 0 && (number == 9 || number == 19)))
        return __maymust_no_signal();
    before.handler = __maymust_handler_of(number);
    before.mask = __maymust_handler_masks[number];
    before.flags = __maymust_handler_flags[number];
    if (action != 0) {
        __maymust_install(number, action->handler);
        __maymust_handler_masks[number] = action->mask;
        __maymust_handler_flags[number] = action->flags;
    }
    if (old != 0) {
        old->handler = before.handler;
        for (i = 0; i < 64 / (8 * sizeof(long)); i++)
            old->mask.bits[i] = before.mask.bits[i];
        old->flags = __maymust_nondet_long() != 0 ? before.flags | 0x04000000 : before.flags;
        old->restorer = 0;
    }
    return 0;
}

int sigemptyset(sigset_t *set)
{
    unsigned i;
    for (i = 0; i < sizeof set->bits / sizeof *set->bits; i++)
        set->bits[i] = 0;
    return 0;
}

/* The system keeps 32 and 33 to itself, and may leave them out. */
int sigfillset(sigset_t *set)
{
    unsigned i;
    for (i = 0; i < sizeof set->bits / sizeof *set->bits; i++)
        set->bits[i] = ~0ul;
    if (__maymust_nondet_long() != 0) {
        set->bits[31 / (8 * sizeof(long))] &= ~(1ul << (31 % (8 * sizeof(long))));
        set->bits[32 / (8 * sizeof(long))] &= ~(1ul << (32 % (8 * sizeof(long))));
    }
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    unsigned at = (unsigned)number - 1;
    if (number < 1 || number > 64)
        return __maymust_no_signal();
    set->bits[at / (8 * sizeof(long))] |= 1ul << (at % (8 * sizeof(long)));
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    unsigned at = (unsigned)number - 1;
    if (number < 1 || number > 64)
        return __maymust_no_signal();
    set->bits[at / (8 * sizeof(long))] &= ~(1ul << (at % (8 * sizeof(long))));
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    unsigned at = (unsigned)number - 1;
    if (number < 1 || number > 64)
        return __maymust_no_signal();
    return (int)(set->bits[at / (8 * sizeof(long))] >> (at % (8 * sizeof(long))) & 1);
}

/* A program may start with any signals blocked but two. The system fills the first 64 bits of the old mask. */
int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    unsigned long never = 1ul << 8 | 1ul << 18;
    sigset_t before;
    unsigned i;
    if (!__maymust_is_mask_known) {
        for (i = 0; i < 64 / (8 * sizeof(long)); i++)
            __maymust_blocked.bits[i] = (unsigned long)__maymust_nondet_long();
        __maymust_blocked.bits[0] &= ~never;
        __maymust_is_mask_known = 1;
    }
    if (set != 0 && (how < 0 || how > 2))
        return __maymust_no_signal();
    before = __maymust_blocked;
    if (set != 0) {
        for (i = 0; i < 64 / (8 * sizeof(long)); i++) {
            unsigned long bits = set->bits[i];
            if (how == 0)
                __maymust_blocked.bits[i] |= bits;
            else if (how == 1)
                __maymust_blocked.bits[i] &= ~bits;
            else
                __maymust_blocked.bits[i] = bits;
        }
        __maymust_blocked.bits[0] &= ~never;
    }
    if (old != 0)
        for (i = 0; i < 64 / (8 * sizeof(long)); i++)
            old->bits[i] = before.bits[i];
    return 0;
}

int raise(int number)
{
    if (number < 1 || number > 64)
        return -1;
    if (__maymust_in_handler)
        return __maymust_unsupported("raise in a handler");
    if (__maymust_is_mask_known && sigismember(&__maymust_blocked, number))
        return __maymust_unsupported("raise of a signal that is blocked");
    if (__maymust_handlers[number] == (__maymust_handler)1)
        return 0;
    if (__maymust_handlers[number] != (__maymust_handler)0) {
        if (__maymust_handler_flags[number] != 0 && __maymust_handler_flags[number] != 0x10000000)
            return __maymust_unsupported("raise with a handler of special kind");
        __maymust_in_handler = 1;
        __maymust_handlers[number](number);
        __maymust_in_handler = 0;
        return 0;
    }
    /* SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH: the program goes on, now or later. */
    if ((number >= 17 && number <= 23) || number == 28)
        return 0;
    if (number == 6)
        __maymust_abort();
    /* As a shell sees a program that a signal ended. */
    __maymust_exit(128 + number);
}

int kill(int process, int number)
{
    return __maymust_unsupported("kill");
}
