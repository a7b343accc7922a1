/* Threads are not modelled: starting one is unsupported, and what works with one thread alone does. */

int __maymust_unsupported(const char *reason);

int pthread_create(unsigned long *thread, const void *attributes, void *(*start)(void *), void *argument)
{
    return __maymust_unsupported("pthread_create: threads");
}

int thrd_create(unsigned long *thread, int (*start)(void *), void *argument)
{
    return __maymust_unsupported("thrd_create: threads");
}

int fork(void)
{
    return __maymust_unsupported("fork");
}

int vfork(void)
{
    return __maymust_unsupported("vfork");
}

int pthread_once(int *once, void (*start)(void))
{
    if (*once == 0) {
        *once = 1;
        start();
        *once = 2;
    } else if (*once == 1) {
        return __maymust_unsupported("pthread_once within itself");
    }
    return 0;
}

unsigned long pthread_self(void)
{
    return 1;
}

int pthread_equal(unsigned long a, unsigned long b)
{
    return a == b;
}

int pthread_join(unsigned long thread, void **result)
{
    return __maymust_unsupported("pthread_join: threads");
}

void pthread_exit(void *result)
{
    __maymust_unsupported("pthread_exit: threads");
}

int pthread_cond_wait(void *condition, void *mutex)
{
    return __maymust_unsupported("pthread_cond_wait: threads");
}

int pthread_cond_timedwait(void *condition, void *mutex, const void *time)
{
    return __maymust_unsupported("pthread_cond_timedwait: threads");
}

int pthread_barrier_wait(void *barrier)
{
    return __maymust_unsupported("pthread_barrier_wait: threads");
}

int pthread_cond_init(void *condition, const void *attributes)
{
    return 0;
}

int pthread_cond_destroy(void *condition)
{
    return 0;
}

int pthread_cond_signal(void *condition)
{
    return 0;
}

int pthread_cond_broadcast(void *condition)
{
    return 0;
}

int pthread_attr_init(void *attributes)
{
    return 0;
}

int pthread_attr_destroy(void *attributes)
{
    return 0;
}

/* The first word of a mutex says whether it is locked, as in glibc. */
int pthread_mutex_init(void *mutex, const void *attributes)
{
    if (attributes != 0)
        __maymust_unsupported("a mutex with attributes");
    *(int *)mutex = 0;
    return 0;
}

int pthread_mutex_destroy(void *mutex)
{
    return *(int *)mutex != 0 ? 16 : 0;
}

int pthread_mutex_lock(void *mutex)
{
    if (*(int *)mutex != 0)
        __maymust_unsupported("a mutex that is locked twice");
    *(int *)mutex = 1;
    return 0;
}

int pthread_mutex_trylock(void *mutex)
{
    if (*(int *)mutex != 0)
        return 16;
    *(int *)mutex = 1;
    return 0;
}

int pthread_mutex_unlock(void *mutex)
{
    *(int *)mutex = 0;
    return 0;
}
