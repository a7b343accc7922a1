/* What a thread knows of itself, and attributes. */

unsigned __maymust_self(void);

unsigned long pthread_self(void)
{
    return __maymust_self() + 1UL;
}

unsigned long thrd_current(void)
{
    return __maymust_self() + 1UL;
}

int pthread_equal(unsigned long a, unsigned long b)
{
    return a == b;
}

int thrd_equal(unsigned long a, unsigned long b)
{
    return a == b;
}

void thrd_yield(void)
{
}

int sched_yield(void)
{
    return 0;
}

int pthread_yield(void)
{
    return 0;
}

int thrd_sleep(const void *duration, void *remaining)
{
    return 0;
}

int pthread_setcancelstate(int state, int *old)
{
    if (old != 0)
        *old = 0;
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    if (old != 0)
        *old = 0;
    return 0;
}

void pthread_testcancel(void)
{
}

int pthread_setconcurrency(int level)
{
    return 0;
}

/* The first word of attributes says whether the thread starts detached. */
int pthread_attr_init(void *attributes)
{
    *(int *)attributes = 0;
    return 0;
}

int pthread_attr_destroy(void *attributes)
{
    return 0;
}

int pthread_attr_setdetachstate(void *attributes, int state)
{
    *(int *)attributes = state;
    return 0;
}

int pthread_attr_getdetachstate(const void *attributes, int *state)
{
    *state = *(const int *)attributes;
    return 0;
}

int pthread_attr_setstacksize(void *attributes, unsigned long size)
{
    return 0;
}

int pthread_attr_setschedpolicy(void *attributes, int policy)
{
    return 0;
}

int pthread_attr_setscope(void *attributes, int scope)
{
    return 0;
}
