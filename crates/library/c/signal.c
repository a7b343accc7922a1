/* Models of <signal.h>: a program may send itself signals. Others could come at any time once there is a handler: unsupported. */

typedef void (*__maymust_handler)(int);

void __maymust_abort(void) __attribute__((noreturn));
void __maymust_exit(int status) __attribute__((noreturn));
int __maymust_unsupported(const char *reason);
long __maymust_nondet_long(void);

static __maymust_handler __maymust_handlers[65];

__maymust_handler signal(int number, __maymust_handler handler)
{
    __maymust_handler old;
    if (number < 1 || number > 64)
        return (__maymust_handler)-1;
    if (handler != (__maymust_handler)0 && handler != (__maymust_handler)1 && __maymust_nondet_long() != 0)
        __maymust_unsupported("signal: a handler that runs at any time");
    old = __maymust_handlers[number];
    __maymust_handlers[number] = handler;
    return old;
}

int raise(int number)
{
    if (number < 1 || number > 64)
        return -1;
    if (__maymust_handlers[number] == (__maymust_handler)1)
        return 0;
    if (__maymust_handlers[number] != (__maymust_handler)0) {
        __maymust_handlers[number](number);
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
