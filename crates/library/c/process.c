/* Models of how a program ends and what it sees of its environment. */

void __maymust_destructors(void);
void __maymust_exit(int status) __attribute__((noreturn));
void __maymust_abort(void) __attribute__((noreturn));
void *__maymust_alloc(unsigned long size, int zeroed);
long __maymust_nondet_long(void);
int __maymust_unsupported(const char *reason);
int *__errno_location(void);

enum { __maymust_handler_limit = 32 };

static void (*__maymust_exit_handlers[__maymust_handler_limit])(void);
static int __maymust_exit_handler_count;

int atexit(void (*handler)(void))
{
    if (__maymust_exit_handler_count == __maymust_handler_limit)
        return __maymust_unsupported("more than 32 atexit handlers");
    __maymust_exit_handlers[__maymust_exit_handler_count] = handler;
    __maymust_exit_handler_count++;
    return 0;
}

void exit(int status)
{
    while (__maymust_exit_handler_count > 0) {
        __maymust_exit_handler_count--;
        __maymust_exit_handlers[__maymust_exit_handler_count]();
    }
    __maymust_destructors();
    __maymust_exit(status);
}

void _exit(int status)
{
    __maymust_exit(status);
}

void _Exit(int status)
{
    __maymust_exit(status);
}

static void (*__maymust_quick_handlers[__maymust_handler_limit])(void);
static int __maymust_quick_handler_count;

int at_quick_exit(void (*handler)(void))
{
    if (__maymust_quick_handler_count == __maymust_handler_limit)
        return __maymust_unsupported("more than 32 at_quick_exit handlers");
    __maymust_quick_handlers[__maymust_quick_handler_count] = handler;
    __maymust_quick_handler_count++;
    return 0;
}

void quick_exit(int status)
{
    while (__maymust_quick_handler_count > 0) {
        __maymust_quick_handler_count--;
        __maymust_quick_handlers[__maymust_quick_handler_count]();
    }
    __maymust_exit(status);
}

void abort(void)
{
    __maymust_abort();
}

/* A value of the environment: any string. It stays reachable, so that it is no leak. */
struct __maymust_environment_value {
    struct __maymust_environment_value *next;
    char text[];
};

static struct __maymust_environment_value *__maymust_environment;

char *getenv(const char *name)
{
    struct __maymust_environment_value *value;
    unsigned long length = (unsigned long)__maymust_nondet_long();
    if (length == 0 || length > 1048576ul)
        return 0;
    value = __maymust_alloc(sizeof *value + length, 0);
    value->next = __maymust_environment;
    value->text[length - 1] = 0;
    __maymust_environment = value;
    return value->text;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

int system(const char *command)
{
    return (int)__maymust_nondet_long();
}

/* A child that ended, if there is one: also a program that starts none may have children, of what its process was before. */
static int __maymust_child(int *status, int may_be_none)
{
    long process = __maymust_nondet_long();
    int how = (int)__maymust_nondet_long();
    int reason = (int)__maymust_nondet_long();
    if (may_be_none && __maymust_nondet_long() != 0)
        return 0;
    if (__maymust_nondet_long() != 0) {
        *__errno_location() = reason > 0 && reason < 134 ? reason : 10;
        return -1;
    }
    /* Ended by exit, or by a signal, with or without its memory written out. */
    if (status != 0)
        *status = (how & 127) == 0 ? how & 0xff00 : (how & 127) <= 64 ? how & 0xff : 9;
    return process > 0 && process <= 0x3fffff ? (int)process : 2;
}

int wait(int *status)
{
    return __maymust_child(status, 0);
}

int waitpid(int process, int *status, int options)
{
    int child;
    if ((options & ~1) != 0)
        return __maymust_unsupported("waitpid: children that stop");
    child = __maymust_child(status, options & 1);
    return child > 0 && process > 0 ? process : child;
}
